package dev.baton.task;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a live task is to stand next, its times still relative to the moment of writing. A
 * placement that contradicts itself can't be built: an owner without a lease, a ready task without
 * an alarm, a finished status (finishing removes the row and is {@link Change.Finish}).
 *
 * @param status a live status
 * @param owner the incarnation that holds it; set exactly when RUNNING
 * @param runAt when it may run, and its place in the order of arrival; always set when WAITING or
 *     READY, never when ERROR
 * @param nextEventAt after this moment somebody must look at the row; set exactly when the status
 *     has an alarm
 * @param attempts attempts started since the task last made progress
 * @param losses attempts whose holder was lost since the task last made progress
 * @param lossLimit losses after which the task needs a person; 0 when the first loss already does
 * @param lastOutcome how the latest attempt ended
 * @param state the application's own state, or empty
 * @param data what a checkpoint, a park or a change of state kept, or null
 */
public record Placement(
    Status status,
    @Nullable UUID owner,
    @Nullable When runAt,
    @Nullable When nextEventAt,
    int attempts,
    int losses,
    int lossLimit,
    LastOutcome lastOutcome,
    String state,
    @Nullable Bytes data) {

  private static final int MAX_STATE = 60;

  public Placement {
    if (status.isFinished()) {
      throw new IllegalArgumentException(status + " ends a task: use Change.Finish");
    }
    Position.check(status, owner, runAt != null, nextEventAt != null, attempts, losses, lossLimit);
    Texts.requireDistinct("A state's name", state);
    if (state.length() > MAX_STATE) {
      throw new IllegalArgumentException(
          "A state's name has at most " + MAX_STATE + " characters; '" + state + "' has more");
    }
  }

  /** The position this becomes when written at {@code now} under {@code version}. */
  public Position at(java.time.Instant now, long version) {
    return new Position(
        status,
        version,
        owner,
        runAt == null ? null : runAt.from(now),
        nextEventAt == null ? null : nextEventAt.from(now),
        attempts,
        losses,
        lossLimit,
        lastOutcome,
        state,
        data);
  }
}
