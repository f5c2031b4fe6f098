package dev.baton.task;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a live task stands: what a store read. Fields mean what they mean in {@link Placement};
 * {@code version} grows with every change of hands or plan.
 */
public record Position(
    Status status,
    long version,
    @Nullable UUID owner,
    @Nullable Instant runAt,
    @Nullable Instant nextEventAt,
    int attempts,
    int losses,
    int lossLimit,
    LastOutcome lastOutcome,
    String state,
    @Nullable Bytes data) {

  public Position {
    check(status, owner, runAt != null, nextEventAt != null, attempts, losses, lossLimit);
    if (version < 1) {
      throw new IllegalArgumentException("A version starts at 1, not " + version);
    }
  }

  /** The same, of an attempt of which it isn't known what it did. */
  public Position inDoubt() {
    return with(version, LastOutcome.IN_DOUBT, data);
  }

  Position withoutData() {
    return with(version, lastOutcome, null);
  }

  Position withNextVersion() {
    return with(version + 1, lastOutcome, data);
  }

  private Position with(long otherVersion, LastOutcome outcome, @Nullable Bytes otherData) {
    return new Position(
        status,
        otherVersion,
        owner,
        runAt,
        nextEventAt,
        attempts,
        losses,
        lossLimit,
        outcome,
        state,
        otherData);
  }

  static void check(
      Status status,
      @Nullable UUID owner,
      boolean hasRunAt,
      boolean hasAlarm,
      int attempts,
      int losses,
      int lossLimit) {
    require(status, (owner != null) == (status == Status.RUNNING), "an owner exactly when held");
    require(
        status, hasAlarm == status.hasAlarm(), "a next event time exactly when it has an alarm");
    require(
        status, hasRunAt || (status != Status.WAITING && status != Status.READY), "a time to run");
    require(status, !(hasRunAt && status == Status.ERROR), "no time to run in ERROR");
    require(status, attempts >= 0 && losses >= 0 && lossLimit >= 0, "counts of zero or more");
  }

  private static void require(Status status, boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("A task that is " + status + " must have " + what);
    }
  }
}
