package dev.baton.task.rule;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.Texts;
import dev.baton.task.internal.When;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a live task is to stand next, its times still relative to the moment of writing. A
 * placement that contradicts itself can't be built: an owner without a lease, a ready task without
 * an alarm, a finished status (finishing removes the row and is {@link Change.Finish}).
 *
 * <p>The fields mean what they mean in {@link Position}.
 */
public record NextPosition(
    Status status,
    @Nullable UUID owner,
    @Nullable When runAt,
    @Nullable When nextEventAt,
    Position.Counts counts,
    String state,
    @Nullable Bytes data) {

  private static final int MAX_STATE = 60;

  public NextPosition {
    if (status.isFinished()) {
      throw new IllegalArgumentException(status + " ends a task: use Change.Finish");
    }
    Position.check(status, owner, runAt != null, nextEventAt != null);
    Texts.requireDistinct("A state's name", state);
    if (state.length() > MAX_STATE) {
      throw new IllegalArgumentException(
          "A state's name has at most " + MAX_STATE + " characters; '" + state + "' has more");
    }
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

  /** The same, after an attempt that ended so. */
  NextPosition after(LastOutcome outcome) {
    return new NextPosition(status, owner, runAt, nextEventAt, counts.after(outcome), state, data);
  }

  /** The position this becomes when written at {@code now} under {@code version}. */
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
