package dev.baton.test;

import dev.baton.Baton;
import dev.baton.api.Tasks;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.TaskHistory;
import dev.baton.spi.Stores;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.OperatorRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryIncidentStore;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryResubmissionStore;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryStatisticsStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A backend that keeps tasks in the memory of this JVM. */
final class MemoryBackend implements Backend {
  private static final long SEED = 20_260_302;
  private static final Duration KEEP = Duration.ofDays(1);

  private final Clock clock;
  private final Stores stores;
  private final MemoryTaskStore tasks;
  private final MemoryNoteStore notes;

  MemoryBackend(Instant start, Faults faults) {
    clock = new Clock(start);
    tasks = new MemoryTaskStore(clock);
    notes = new MemoryNoteStore(tasks);
    stores =
        Stores.of(tasks)
            .cluster(new MemoryClusterStore(clock, tasks.operations()))
            .schedules(new MemoryScheduleStore(tasks))
            .operations(tasks.operations())
            .overrides(tasks.operations())
            .signals(new MemorySignalStore(tasks))
            .resubmissions(new MemoryResubmissionStore(tasks))
            .incidents(new MemoryIncidentStore(clock))
            .notes(notes)
            .statistics(new MemoryStatisticsStore(tasks))
            .transactions(
                new MemoryTransactions(tasks, transaction -> commit(transaction, faults)));
  }

  @Override
  public Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined) {
    return Baton.builder(stores);
  }

  @Override
  public void restore(ExportedHistory history, Tasks client) {
    for (ExportedHistory.EndedChild child : history.children()) {
      Task held = claimed(client.add(child.request()).taskId());
      String error = child.error();
      tasks.apply(
          List.of(
              switch (child.status()) {
                case DONE -> HolderRules.done(held, child.result(), KEEP);
                case FAILED -> HolderRules.failed(held, error, KEEP);
                default -> OperatorRules.cancel(held, error, KEEP);
              }));
    }
    Task held = claimed(client.add(history.request()).taskId());
    for (TaskHistory.Note note : history.notes()) {
      keep(held, note);
    }
    tasks.apply(List.of(HolderRules.release(held, Duration.ZERO)));
  }

  private Task claimed(UUID id) {
    long version = tasks.find(id).orElseThrow().position().version();
    UUID owner = new UUID(0, id.getLeastSignificantBits());
    return tasks.claim(owner, KEEP, List.of(new ClaimRequest(id, version, 0))).get(0);
  }

  private void keep(Task held, TaskHistory.Note note) {
    if (note.kind() == TaskHistory.Kind.STEP) {
      Position p = held.position();
      ClaimFence fence = new ClaimFence(held.id(), p.version(), Objects.requireNonNull(p.owner()));
      notes.keepStep(fence, note.name(), note.value());
      return;
    }
    MemoryTransaction transaction = tasks.begin();
    boolean isWait = note.kind() == TaskHistory.Kind.WAIT;
    notes.keepSignalNote(
        transaction, held.id(), new SignalNote(isWait, note.name(), note.number(), note.value()));
    transaction.commit();
  }

  @Override
  public TestClock clock() {
    return clock;
  }

  @Override
  public long seed(int node) {
    return SEED + node;
  }

  @Override
  public @Nullable DataSource dataSource() {
    return null;
  }

  private static final class Clock implements TestClock {
    private final ManualClock clock;

    Clock(Instant start) {
      clock = new ManualClock(start);
    }

    @Override
    public Instant instant() {
      return clock.instant();
    }

    @Override
    public synchronized void advanceTo(Instant time) {
      clock.advance(Duration.between(clock.instant(), time));
    }
  }

  private static void commit(MemoryTransaction transaction, Faults faults) {
    switch (faults.takeCommitFault()) {
      case NONE -> transaction.commit();
      case REFUSED -> {
        transaction.rollback();
        throw Faults.refusedCommit();
      }
      case ANSWER_LOST -> transaction.commitAndLoseAnswer(true);
    }
  }
}
