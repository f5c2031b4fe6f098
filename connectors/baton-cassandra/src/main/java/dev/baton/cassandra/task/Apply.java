package dev.baton.cassandra.task;

import dev.baton.cassandra.row.Attempts;
import dev.baton.cassandra.row.Keys;
import dev.baton.cassandra.row.TaskExtras;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.cassandra.row.TaskRows;
import dev.baton.cassandra.row.WaitRow;
import dev.baton.cassandra.shard.RowKey;
import dev.baton.cassandra.shard.Rows;
import dev.baton.operate.PastAttempt;
import dev.baton.spi.RunNotes;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.WaitRules;
import dev.baton.task.rule.WaitState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Applies a transition if its guard matches, and records the attempt that it ends. Returns the task
 * after a move, or as it ended.
 */
public final class Apply extends LiveCommand<Task> {
  private static final int ROW = 800;

  private final Transition transition;
  private final BiPredicate<Task, Instant> further;
  private final int keptRuns;

  private Apply(Transition transition, BiPredicate<Task, Instant> further, int keptRuns) {
    super(transition.id());
    this.transition = transition;
    this.further = further;
    this.keptRuns = keptRuns;
  }

  /**
   * @param further a condition in addition to the guard
   */
  Apply(Transition transition, BiPredicate<Task, Instant> further) {
    this(transition, further, 0);
  }

  public Apply(Transition transition) {
    this(transition, (task, now) -> true, 0);
  }

  /** Returns a transition that ends a successful run. */
  static Apply ofRun(Transition transition, RunNotes run) {
    return new Apply(transition, (task, now) -> true, run.history());
  }

  /**
   * Returns the rows to read. For a blocked task they include its waits, which may affect the
   * result.
   */
  @Override
  public List<RowKey> reads() {
    return isOfBlocked()
        ? List.of(Keys.task(transition.id()), Keys.waits(transition.id()))
        : super.reads();
  }

  private boolean isOfBlocked() {
    return transition.guard().status() == Status.BLOCKED;
  }

  @Override
  public int size() {
    int error = transition.error() == null ? 0 : transition.error().length();
    if (transition.change() instanceof Change.Finish finish) {
      return ROW + error + (finish.result() == null ? 0 : finish.result().length());
    }
    Change.Move move = (Change.Move) transition.change();
    Bytes data = move.placement().data();
    return ROW + error + (data == null ? 0 : data.length());
  }

  @Override
  Optional<Task> decide(TaskRow.Live live, Rows rows, Instant now) {
    Task task = live.task();
    if (!Moves.fits(task, transition.guard(), now) || !further.test(task, now)) {
      return Optional.empty();
    }
    return isOfBlocked()
        ? new Apply(asTheOthersStand(rows, now)).carriedOut(live, rows, now)
        : carriedOut(live, rows, now);
  }

  /** Adapts the transition to the known states of the tasks that this one waits for. */
  private Transition asTheOthersStand(Rows rows, Instant now) {
    WaitRow waits = WaitRow.get(rows, transition.id());
    if (waits == null || waits.standing() == WaitState.OVER) {
      return transition;
    }
    WaitRules.Waiter waiter = waits.waiter(transition.id());
    WaitRules.WaitStep step = WaitRules.step(waiter, transition, waits.ends(), waits.open().size());
    waits.after(step.after(), now).put(rows, transition.id(), waits);
    return step.transition();
  }

  /** Applies the transition without checking its guard. */
  Optional<Task> carriedOut(TaskRow.Live live, Rows rows, Instant now) {
    Task task = live.task();
    if (transition.change() instanceof Change.Finish finish) {
      TaskRow.Live noted = finish.keep().isZero() ? live : noted(live, rows, now);
      finish(live, Moves.finished(noted, finish, transition.error(), now), rows);
      return Optional.of(task);
    }
    Task moved = Moves.moved(task, transition, now);
    TaskRows.change(rows, live, noted(live, rows, now).with(moved));
    return Optional.of(moved);
  }

  private TaskRow.Live noted(TaskRow.Live live, Rows rows, Instant now) {
    TaskExtras extras = live.extras();
    if (transition.error() != null) {
      PastAttempt ended = ended(live.task(), transition.error(), now);
      extras = Attempts.add(rows, live.id(), extras, ended, Attempts.MAX_KEPT);
    }
    if (keptRuns > 0) {
      int number = live.task().position().attempts();
      PastAttempt run = attempt(live.task(), number, LastOutcome.SUCCESS, "", now);
      extras = Attempts.add(rows, live.id(), extras, run, keptRuns);
    }
    return live.with(extras);
  }

  private PastAttempt ended(Task task, String error, Instant now) {
    int number =
        transition.change() instanceof Change.Move move
            ? move.placement().attempts()
            : task.position().attempts();
    return attempt(task, number, transition.outcome(), error, now);
  }

  private static PastAttempt attempt(
      Task task, int number, LastOutcome outcome, String error, Instant now) {
    return new PastAttempt(number, task.position().owner(), task.claimedAt(), now, outcome, error);
  }

  private static void finish(TaskRow.Live live, TaskRow.Finished end, Rows rows) {
    FinishedTask task = end.task();
    if (live.extras().waits()) {
      rows.remove(Keys.waits(live.id()));
    }
    if (!end.isKept() && end.keys().isEmpty()) {
      TaskRows.remove(rows, live);
    } else if (!end.isKept() || task.spec().traits().clearsPayload()) {
      TaskRows.put(rows, live, end);
    } else {
      TaskRows.change(rows, live, end);
    }
  }
}
