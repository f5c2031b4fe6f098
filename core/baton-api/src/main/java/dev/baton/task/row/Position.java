package dev.baton.task.row;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The current status and progress of a live task, as a store read it.
 *
 * @param status a live status
 * @param version number that grows with each change of the task, except checkpoints, marks,
 *     repeated hints and renewals of its lease
 * @param owner the claim that owns the task; set if and only if the task is RUNNING
 * @param runAt earliest time to run, by which the tasks of a flow are also ordered; always set if
 *     WAITING or READY, never if ERROR
 * @param nextEventAt time after which the sweeper must check the row; set if and only if the status
 *     has an alarm
 * @param counts its attempts and losses so far
 * @param state the state of a task with states; empty for other tasks
 * @param data the data of the last checkpoint, park or change of state, or null
 */
public record Position(
    Status status,
    long version,
    @Nullable UUID owner,
    @Nullable Instant runAt,
    @Nullable Instant nextEventAt,
    Counts counts,
    String state,
    @Nullable Bytes data) {

  /**
   * Counts of a task's attempts and losses. They start again at zero when the task changes its
   * state, is parked, snoozes, repeats or gets a signal, or when an operator retries it.
   *
   * @param attempts number of attempts started
   * @param losses number of attempts whose node was lost
   * @param lossLimit largest number of losses in a row after which the task is resumed; after one
   *     more loss it stops in ERROR
   * @param lastOutcome how the latest attempt ended
   */
  public record Counts(int attempts, int losses, int lossLimit, LastOutcome lastOutcome) {
    public Counts {
      if (attempts < 0 || losses < 0 || lossLimit < 0) {
        throw new IllegalArgumentException(
            "Attempts, losses and the loss limit must be zero or more, not "
                + attempts
                + ", "
                + losses
                + " and "
                + lossLimit);
      }
    }

    /** Returns counts that start again at zero. */
    public Counts restarted(LastOutcome outcome) {
      return new Counts(0, 0, lossLimit, outcome);
    }

    /** Returns a copy with this last outcome. */
    public Counts after(LastOutcome outcome) {
      return new Counts(attempts, losses, lossLimit, outcome);
    }
  }

  public Position {
    check(status, owner, runAt != null, nextEventAt != null);
    if (version < 1) {
      throw new IllegalArgumentException("A version must be 1 or more, not " + version);
    }
  }

  public int attempts() {
    return counts.attempts;
  }

  public int losses() {
    return counts.losses;
  }

  public int lossLimit() {
    return counts.lossLimit;
  }

  public LastOutcome lastOutcome() {
    return counts.lastOutcome;
  }

  /** Returns a copy whose last outcome is IN_DOUBT: the effect of the attempt is unknown. */
  public Position inDoubt() {
    return with(version, nextEventAt, counts.after(LastOutcome.IN_DOUBT), state, data);
  }

  /** Returns a copy with this next event time, such as the end of a renewed lease. */
  public Position until(Instant time) {
    return with(version, time, counts, state, data);
  }

  /** Returns a copy with the state and data of another position. */
  public Position withStateOf(Position other) {
    return with(version, nextEventAt, counts, other.state, other.data);
  }

  /**
   * Returns whether the other position is the same, except perhaps for its next event time, which
   * the renewal of a lease changes.
   */
  public boolean isSameButForTheNextEvent(Position other) {
    return status == other.status
        && equals(other.with(other.version, nextEventAt, other.counts, other.state, other.data));
  }

  Position withoutData() {
    return with(version, nextEventAt, counts, state, null);
  }

  /** Returns a copy with the next version, for a change of the task's payload or context. */
  public Position withNextVersion() {
    return with(version + 1, nextEventAt, counts, state, data);
  }

  private Position with(
      long otherVersion,
      @Nullable Instant time,
      Counts other,
      String otherState,
      @Nullable Bytes otherData) {
    return new Position(status, otherVersion, owner, runAt, time, other, otherState, otherData);
  }

  /**
   * Checks that the values of a position, current or next, don't contradict each other.
   *
   * @throws IllegalArgumentException if the values contradict each other; the message names what
   *     the status requires
   */
  public static void check(
      Status status, @Nullable UUID owner, boolean hasRunAt, boolean hasAlarm) {
    require(status, (owner != null) == (status == Status.RUNNING), "an owner only if RUNNING");
    require(
        status, hasAlarm == status.hasAlarm(), "a next event time if and only if it has an alarm");
    require(
        status, hasRunAt || (status != Status.WAITING && status != Status.READY), "a time to run");
    require(status, !(hasRunAt && status == Status.ERROR), "no time to run in ERROR");
  }

  private static void require(Status status, boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("A task that is " + status + " must have " + what);
    }
  }
}
