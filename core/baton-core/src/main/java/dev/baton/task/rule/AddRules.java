package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.internal.Position;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a new task starts. */
public final class AddRules {
  private AddRules() {}

  /** Due later. */
  public static NextPosition later(When runAt, String state) {
    return start(Status.WAITING, runAt, runAt, state);
  }

  /**
   * Ready at once.
   *
   * @param hintExpiry how long until the hint is presumed lost
   */
  public static NextPosition now(Duration hintExpiry, String state) {
    return start(Status.READY, When.now(), When.in(hintExpiry), state);
  }

  /** Held until an operator lets it go. */
  public static NextPosition blocked(String state) {
    return new NextPosition(
        Status.BLOCKED,
        null,
        null,
        null,
        new Position.Counts(0, 0, 0, LastOutcome.NONE),
        state,
        null);
  }

  /**
   * Waits for other tasks, or is held.
   *
   * @param runAt before which it doesn't run, though they have ended or it is let go; null for no
   *     such time
   */
  public static NextPosition waiting(@Nullable When runAt, String state) {
    return new NextPosition(
        Status.BLOCKED,
        null,
        runAt,
        null,
        new Position.Counts(0, 0, 0, LastOutcome.NONE),
        state,
        null);
  }

  /**
   * Claimed by the insert, for the adding node. No slot is held yet: whether one is free is a guess
   * until the caller's transaction commits.
   *
   * @param lossLimit as in {@link NextPosition}; a type whose first loss needs a person is never
   *     born claimed, since its claim must be durable before its handler starts
   */
  public static NextPosition claimed(UUID owner, Duration lease, int lossLimit, String state) {
    if (lossLimit == 0) {
      throw new IllegalArgumentException(
          "A task whose first loss needs a person can't be claimed by its insert");
    }
    return new NextPosition(
        Status.RUNNING,
        owner,
        When.now(),
        When.in(lease),
        new Position.Counts(1, 0, lossLimit, LastOutcome.NONE),
        state,
        null);
  }

  private static NextPosition start(Status status, When runAt, When alarm, String state) {
    return new NextPosition(
        status, null, runAt, alarm, new Position.Counts(0, 0, 0, LastOutcome.NONE), state, null);
  }
}
