package dev.baton.task.rule;

import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rules for the first position of a new task. */
public final class AddRules {
  private AddRules() {}

  /** Returns the position of a task that is due later. */
  public static NextPosition later(When runAt, String state) {
    return start(Status.WAITING, runAt, runAt, state);
  }

  /**
   * Returns the position of a task that is ready at once.
   *
   * @param hintExpiry how long after the hint the task is announced again if no node has claimed it
   */
  public static NextPosition now(Duration hintExpiry, String state) {
    return start(Status.READY, When.now(), When.in(hintExpiry), state);
  }

  /** Returns the position of a task that is on hold until an operator releases it. */
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
   * Returns the position of a task that waits for other tasks or is on hold.
   *
   * @param runAt the earliest time to run; the task doesn't run before it, even if the other tasks
   *     have ended or an operator has released it; null for no such time
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
   * Returns the position of a task that the adding node claims with the insert. No slot is booked
   * yet: the node only expects that a slot will be free when the caller's transaction commits.
   *
   * @param lossLimit the largest number of losses in a row; must not be 0. If the first loss
   *     already stops a task of the type in ERROR, the claim must be durable before the handler
   *     starts, so the insert can't claim it
   */
  public static NextPosition claimed(UUID owner, Duration lease, int lossLimit, String state) {
    if (lossLimit == 0) {
      throw new IllegalArgumentException(
          "An insert can't claim a task that stops in ERROR at its first loss");
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
