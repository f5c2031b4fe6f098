package dev.baton.cassandra.task;

import dev.baton.cassandra.row.KeyHold;
import dev.baton.cassandra.row.TaskExtras;
import dev.baton.cassandra.row.TaskRow;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Position;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Guard;
import dev.baton.task.rule.Transition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes changes of a live task. Pure. */
final class Moves {
  private static final Duration UNTIL_WAITERS_KNOW = Duration.ofHours(1);

  private Moves() {}

  /** Returns whether the task, including its owner, is still as the caller of the change saw it. */
  static boolean fits(Task task, Guard guard, Instant now) {
    Position position = task.position();
    return position.version() == guard.version()
        && position.status() == guard.status()
        && Objects.equals(position.owner(), guard.owner())
        && (!guard.timeIsUp() || isOverAt(task, now));
  }

  static boolean isOverAt(Task task, Instant now) {
    Instant time = task.position().nextEventAt();
    return time != null && !time.isAfter(now);
  }

  static boolean isHeldSo(Task task, ClaimFence fence) {
    Position position = task.position();
    return position.version() == fence.version() && fence.owner().equals(position.owner());
  }

  /** Returns the task after a move. */
  static Task moved(Task task, Transition transition, Instant now) {
    Change.Move move = (Change.Move) transition.change();
    Position before = task.position();
    Position after = transition.positionAt(now);
    // A checkpoint keeps the version. A caller that hasn't seen the checkpoint must not undo it.
    Position kept = move.changed() ? after : after.withStateOf(before);
    return at(task, kept, transition.isChange() ? now : task.lastChange(), now);
  }

  /** Returns the task at another position, with its state and data unchanged. */
  static Task at(Task task, Position position, Instant now) {
    return at(task, position, task.lastChange(), now);
  }

  private static Task at(Task task, Position position, Instant lastChange, Instant now) {
    // For a running task, this time says when it was claimed; a renewal doesn't change it.
    boolean acts = position.version() != task.position().version();
    Instant lastAction = acts ? now : task.lastAction();
    return new Task(task.id(), task.spec(), position, task.createdAt(), lastChange, lastAction);
  }

  /**
   * Returns the finished task. The row stays while the task is kept or one of its keys is in use.
   */
  static TaskRow.Finished finished(
      TaskRow.Live row, Change.Finish finish, @Nullable String error, Instant now) {
    FinishedTask task = finished(row.task(), finish, error, now);
    List<KeyHold> keys = row.keys().stream().map(key -> key.settledAt(task.keepUntil())).toList();
    Instant removeAt =
        Stream.concat(
                keys.stream().map(key -> Objects.requireNonNull(key.until())),
                Stream.of(task.keepUntil(), leastUntil(task)))
            .max(Instant::compareTo)
            .orElseThrow();
    boolean isKept = !finish.keep().isZero();
    Instant claimedAt = row.task().claimedAt();
    TaskExtras extras = isKept ? row.extras().ended() : TaskExtras.NONE;
    return new TaskRow.Finished(task, isKept, keys, removeAt, claimedAt, extras);
  }

  /**
   * Returns the earliest time at which the row may be removed. If the task isn't DONE, the row must
   * stay until the waiting tasks have seen that.
   */
  private static Instant leastUntil(FinishedTask task) {
    return task.status() == Status.DONE
        ? task.finishedAt()
        : task.finishedAt().plus(UNTIL_WAITERS_KNOW);
  }

  private static FinishedTask finished(
      Task task, Change.Finish finish, @Nullable String error, Instant now) {
    Position last = task.position();
    return new FinishedTask(
        task.id(),
        task.spec(),
        finish.to(),
        last.version() + 1,
        last.owner(),
        last.attempts(),
        last.losses(),
        last.state(),
        finish.result(),
        error,
        task.createdAt(),
        now,
        now.plus(finish.keep()).truncatedTo(ChronoUnit.MICROS));
  }
}
