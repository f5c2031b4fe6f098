package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.TaskFields;
import dev.baton.task.row.When;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The next position of a live task. Its times may be relative to the moment of the write. The
 * constructor refuses invalid combinations: an owner without a lease, a ready task without an
 * alarm, or a finished status, for which {@link Change.Finish} exists.
 *
 * <p>The fields have the same meaning as in {@link Position}.
 */
public record NextPosition(
    Status status,
    @Nullable UUID owner,
    @Nullable When runAt,
    @Nullable When nextEventAt,
    Position.Counts counts,
    String state,
    @Nullable Bytes data) {

  public NextPosition {
    if (status.isFinished()) {
      throw new IllegalArgumentException(status + " ends a task: use Change.Finish");
    }
    Position.check(status, owner, runAt != null, nextEventAt != null);
    TaskFields.requireState(state);
  }

  public int attempts() {
    return counts.attempts();
  }

  public int losses() {
    return counts.losses();
  }

  public int lossLimit() {
    return counts.lossLimit();
  }

  public LastOutcome lastOutcome() {
    return counts.lastOutcome();
  }

  /** Returns the same position with this last outcome. */
  NextPosition after(LastOutcome outcome) {
    return new NextPosition(status, owner, runAt, nextEventAt, counts.after(outcome), state, data);
  }

  /** Returns the position that a write at {@code now} with {@code version} creates. */
  public Position at(java.time.Instant now, long version) {
    return new Position(
        status,
        version,
        owner,
        runAt == null ? null : runAt.from(now),
        nextEventAt == null ? null : nextEventAt.from(now),
        counts,
        state,
        data);
  }
}
