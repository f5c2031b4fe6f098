package dev.baton.operate;

import java.time.Duration;
import java.time.Instant;

/**
 * The changes that an operator can make to one task, or to all tasks that a filter finds. Each
 * change writes its audit entry in the same transaction.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 *
 * @param <T> {@link ChangeResult} for one task, {@link BulkReport} for many
 */
public interface TaskChanges<T> {

  /** Runs a task in ERROR again, at once. Its attempts are counted from zero again. */
  T retry();

  /** Runs a task in ERROR again after a delay. Its attempts are counted from zero again. */
  T retryIn(Duration delay);

  /**
   * Sets a task that isn't running to FAILED, so that it never runs again. If it was in ERROR, its
   * alert ends.
   */
  T fail(String reason);

  /** Cancels a live task. A running handler is notified and interrupted, on any node. */
  T cancel(String reason);

  /**
   * Holds a task until it is released or gets another time. The task must not be running. If it
   * waits for other tasks, it stays held when they end, and continues to wait when it is released.
   */
  T hold();

  /**
   * Releases a held task. It runs at its previous time, or at once if that has passed, in its old
   * place in the order of arrival. If the task waits for other tasks, it continues to wait for
   * those that haven't ended. It is cancelled if a task that must be DONE has ended in another way.
   * A task that only waits for other tasks isn't held: {@link #runNow} runs it regardless.
   */
  T release();

  /**
   * Runs a task at once. The task must not be running, and may be held. A task that waits for other
   * tasks runs regardless of them.
   */
  T runNow();

  /** Runs a task after a delay, otherwise like {@link #runNow}. */
  T rescheduleIn(Duration delay);

  /**
   * Runs a task at this time on the store's clock, otherwise like {@link #runNow}.
   *
   * @throws IllegalArgumentException if it is before 1970 or after 9998
   */
  T rescheduleAt(Instant time);

  /** Runs a finished task again, at once, while its row is kept. */
  T runAgain();

  /** Runs a finished task again after a delay, while its row is kept. */
  T runAgainIn(Duration delay);
}
