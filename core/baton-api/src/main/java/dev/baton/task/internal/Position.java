package dev.baton.task.internal;

import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a live task stands: what a store read.
 *
 * @param status a live status
 * @param version grows with every change of hands or plan
 * @param owner the claim that holds it; set exactly when RUNNING
 * @param runAt when it may run, and its place in the order of arrival; always set when WAITING or
 *     READY, never when ERROR
 * @param nextEventAt after this moment the sweeper must look at the row; set exactly when the
 *     status has an alarm
 * @param counts its attempts and losses so far
 * @param state the application's own state, or empty
 * @param data what a checkpoint, a park or a change of state kept, or null
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
   * The attempts and losses of a task since it last made progress.
   *
   * @param attempts attempts started
   * @param losses attempts whose holder was lost
   * @param lossLimit losses after which the task needs a person; 0 when the first loss already does
   * @param lastOutcome how the latest attempt ended
   */
  public record Counts(int attempts, int losses, int lossLimit, LastOutcome lastOutcome) {
    public Counts {
      if (attempts < 0 || losses < 0 || lossLimit < 0) {
        throw new IllegalArgumentException(
            "Attempts, losses and their limit are zero or more, not "
                + attempts
                + ", "
                + losses
                + " and "
                + lossLimit);
      }
    }

    /** Counted anew: the task has made progress, or begins again. */
    public Counts anew(LastOutcome outcome) {
      return new Counts(0, 0, lossLimit, outcome);
    }

    /** The same, after an attempt that ended so. */
    public Counts after(LastOutcome outcome) {
      return new Counts(attempts, losses, lossLimit, outcome);
    }
  }

  public Position {
    check(status, owner, runAt != null, nextEventAt != null);
    if (version < 1) {
      throw new IllegalArgumentException("A version starts at 1, not " + version);
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

  /** The same, of an attempt of which it isn't known what it did. */
  public Position inDoubt() {
    return with(version, nextEventAt, counts.after(LastOutcome.IN_DOUBT), state, data);
  }

  /** The same, with another next event: the end of a lease that was renewed. */
  public Position until(Instant time) {
    return with(version, time, counts, state, data);
  }

  /** The same, with the application's state and data of another. */
  public Position withStateOf(Position other) {
    return with(version, nextEventAt, counts, other.state, other.data);
  }

  /** Whether the other is the same but for its next event: a renewal alone moves that. */
  public boolean isSameButForTheNextEvent(Position other) {
    return status == other.status
        && equals(other.with(other.version, nextEventAt, other.counts, other.state, other.data));
  }

  Position withoutData() {
    return with(version, nextEventAt, counts, state, null);
  }

  /** The same, after a change of what it carries. */
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
   * Refuses what contradicts itself, in a position or in what is to become one.
   *
   * @throws IllegalArgumentException naming what the status must have
   */
  public static void check(
      Status status, @Nullable UUID owner, boolean hasRunAt, boolean hasAlarm) {
    require(status, (owner != null) == (status == Status.RUNNING), "an owner exactly when held");
    require(
        status, hasAlarm == status.hasAlarm(), "a next event time exactly when it has an alarm");
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
