package dev.baton.operate;

import java.time.Duration;
import java.time.Instant;

/**
 * What an operator does to one task, or to all that a filter finds. Each change is noted in the
 * audit in its own transaction.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 *
 * @param <T> {@link ChangeResult} for one task, {@link BulkReport} for many
 */
public interface TaskChanges<T> {

  /** Runs a task in ERROR again, at once; its attempts are counted from zero. */
  T retry();

  /** Runs a task in ERROR again after a delay; its attempts are counted from zero. */
  T retryIn(Duration delay);

  /**
   * Fails a task that isn't running: it is FAILED and will never run. The alert of one in ERROR
   * ends.
   */
  T fail(String reason);

  /** Cancels a live task. A handler that runs is notified and interrupted, on any node. */
  T cancel(String reason);

  /**
   * Holds a task that isn't running until it is released or gets another time. One that waits for
   * other tasks stays held when they end, and continues to wait when it is released.
   */
  T hold();

  /**
   * Releases a held task. It runs at the time it had, or at once if that has passed, in its old
   * place in the order of arrival. One that waits for other tasks continues to wait for those that
   * haven't ended, and is cancelled if one that it needs DONE has ended otherwise. A task that only
   * waits isn't held: {@link #runNow} runs it regardless.
   */
  T release();

  /**
   * Runs a task that isn't running at once, also a held one. One that waits for other tasks runs
   * regardless of them.
   */
  T runNow();

  /** As {@link #runNow}, after a delay. */
  T rescheduleIn(Duration delay);

  /**
   * As {@link #runNow}, at that time on the store's clock.
   *
   * @throws IllegalArgumentException if it is before 1970 or after 9998
   */
  T rescheduleAt(Instant time);

  /** Runs a finished task again, at once, while its row is kept. */
  T runAgain();

  /** Runs a finished task again after a delay, while its row is kept. */
  T runAgainIn(Duration delay);
}
