package dev.baton.chaos.fault;

import dev.baton.api.error.StoreException;
import dev.baton.chaos.process.Database;
import dev.baton.chaos.process.Handlers;
import dev.baton.chaos.process.Work;
import dev.baton.chaos.record.Journal;
import dev.baton.chaos.record.Occurrence;
import dev.baton.chaos.record.TaskKind;
import dev.baton.chaos.record.Wait;
import dev.baton.handler.MoveDecision;
import dev.baton.handler.MoveResult;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/**
 * An operator who cancels, signals, holds and moves tasks of the kind TOUCHED, preferably while
 * they run. The operator also corrects and retries tasks of the kind MENDED that are in ERROR. A
 * journal records the results for the checker.
 */
public final class Operator extends Bystander {
  /** Mark of an applied action in the journal. */
  public static final String APPLIED = "applied";

  public static final String UNKNOWN = "unknown";
  public static final String CANCEL = "cancel";
  public static final String SIGNAL = "signal";

  private static final int MOST_ROWS = 30;

  private final Client client;
  private final Operations operations;
  private final Journal acts;
  private volatile boolean onlyFinishing;

  public Operator(Client client, Journal acts, long seed) {
    super("operator", seed, 40);
    this.client = client;
    this.operations = client.baton().operations().by("chaos");
    this.acts = acts;
  }

  /**
   * Stops new actions. From now on the operator only releases tasks on hold and retries tasks in
   * ERROR.
   */
  public void finishWhatYouBegan() {
    onlyFinishing = true;
  }

  @Override
  void act(Random chance) throws Exception {
    letGo();
    mend();
    if (!onlyFinishing) {
      touch(chance);
    }
  }

  private void letGo() throws Exception {
    for (UUID id : live(TaskKind.TOUCHED, "status = 0")) {
      Optional<TaskInfo> task = operations.find(id);
      if (task.isPresent() && seen(task.get()).release().isDone()) {
        client.met(Occurrence.HELD, 1);
      }
    }
  }

  private void mend() throws Exception {
    for (UUID id : live(TaskKind.MENDED, "status = 4")) {
      Optional<TaskInfo> task = operations.find(id);
      Optional<Bytes> payload = operations.task(id).content().flatMap(TaskContent::payload);
      if (task.isEmpty() || payload.isEmpty()) {
        continue;
      }
      Work work = Work.parse(payload.get().toText());
      if (work.failures() > 0) {
        Bytes corrected = Bytes.of(new Work(work.addId(), work.millis(), 0).text());
        seen(task.get()).edit(corrected);
      } else if (seen(task.get()).retry().isDone()) {
        client.met(Occurrence.MENDED, 1);
      }
    }
  }

  private void touch(Random chance) throws Exception {
    int what = chance.nextInt(10);
    // A running task can't be moved, so choose one that waits or is ready.
    boolean moves = what >= 6 && chance.nextInt(3) > 0;
    List<UUID> ids = live(TaskKind.TOUCHED, moves ? "status IN (1, 2)" : "status IN (2, 3)");
    if (ids.isEmpty()) {
      return;
    }
    UUID id = ids.get(chance.nextInt(ids.size()));
    Optional<TaskInfo> found = operations.find(id);
    if (found.isEmpty()) {
      return;
    }
    TaskInfo task = found.get();
    switch (what) {
      case 0, 1 -> cancel(task);
      case 2, 3, 4 -> signal(id);
      case 5 -> signalUndone(id);
      case 6, 7 -> seen(task).hold();
      case 8 -> moved(seen(task).prioritize(chance.nextInt(10)));
      default -> moved(seen(task).rescheduleIn(Duration.ofMillis(1 + chance.nextInt(400))));
    }
  }

  private void cancel(TaskInfo task) {
    boolean held = task.status() == Status.RUNNING;
    try {
      boolean applied = seen(task).cancel("chaos").isDone();
      note(CANCEL, task.id(), applied ? APPLIED : "not");
      client.met(Occurrence.CANCELLED, applied ? 1 : 0);
      client.met(Occurrence.CANCELLED_HELD, applied && held ? 1 : 0);
    } catch (StoreException e) {
      note(CANCEL, task.id(), UNKNOWN);
    }
  }

  private void signal(UUID id) {
    try {
      MoveResult result = RowSignals.of(client.baton().tasks()).signal(id, Operator::signalled);
      note(SIGNAL, id, result.wasApplied() ? APPLIED : "not");
      if (result instanceof MoveResult.Applied applied) {
        client.met(Occurrence.SIGNALLED, 1);
        client.met(Occurrence.EJECTED, applied.ejected() ? 1 : 0);
      }
    } catch (StoreException e) {
      note(SIGNAL, id, UNKNOWN);
    }
  }

  private static MoveDecision signalled(Task task) {
    return RowDecision.goTo(Handlers.SIGNALLED, null);
  }

  /** Sends a signal in a transaction that rolls back, so that it has no effect. */
  private void signalUndone(UUID id) throws Exception {
    client
        .transactions()
        .run(
            transaction -> {
              var before = transaction.connection().setSavepoint();
              MoveResult result =
                  RowSignals.of(client.baton().tasks())
                      .signal(transaction, id, Operator::signalled);
              Wait.pause(20);
              transaction.connection().rollback(before);
              client.met(Occurrence.SIGNAL_UNDONE, result.wasApplied() ? 1 : 0);
            });
  }

  private void moved(ChangeResult result) {
    client.met(Occurrence.MOVED, result.isDone() ? 1 : 0);
  }

  private List<UUID> live(TaskKind kind, String where) throws Exception {
    return new ArrayList<>(
        client.database().liveIds("type = '" + kind + "' AND " + where, MOST_ROWS));
  }

  private void note(String action, UUID id, String result) {
    acts.write(action + " " + Database.plain(id.toString()) + " " + result);
  }

  /** Returns a control that changes the task only if it is still as seen. */
  private TaskControl seen(TaskInfo task) {
    return operations.task(task.id()).ifUnchangedSince(task.version());
  }
}
