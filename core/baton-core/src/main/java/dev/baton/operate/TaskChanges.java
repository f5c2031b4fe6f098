package dev.baton.operate;

import java.time.Duration;
import java.time.Instant;

/**
 * The changes that an operator can make to one task, or to all tasks that a filter finds. Each
 * change writes its audit entry in the same transaction.
 *
 * <p>Applications don't implement this interface: newer versions add methods.
 *
 * @param <T> {@link ChangeResult} for one task, {@link BulkReport} or {@link BulkPreview} for many
 */
public interface TaskChanges<T> {

  /** Runs a task in ERROR again, at once. The count of its attempts starts again at zero. */
  T retry();

  /** Runs a task in ERROR again after a delay. The count of its attempts starts again at zero. */
  T retryIn(Duration delay);

  /**
   * Ends a task that isn't running as FAILED, so that it doesn't run again. If it was in ERROR, it
   * no longer counts for an incident.
   */
  T fail(String reason);

  /**
   * Cancels a live task. If its handler is running, on any node, the handler is notified and
   * interrupted.
   */
  T cancel(String reason);

  /**
   * Holds a task until you release it or set another time for it. The task must not be running. If
   * the task waits for other tasks, it stays on hold when these end. If you release the task
   * earlier, it continues to wait for these tasks.
   */
  T hold();

  /**
   * Releases a held task. It runs at the time that it had before, or at once if that time has
   * passed, and keeps its place in the order of arrival. If the task also waits for other tasks, it
   * continues to wait for those that haven't ended. If it required one of them to end as DONE and
   * that task ended otherwise, it is cancelled. A task that isn't held but waits for other tasks
   * can't be released; use {@link #runNow}.
   */
  T release();

  /**
   * Runs a task at once. The task must not be running, and may be held. If the task waits for other
   * tasks, it stops waiting for them. But an ordered task continues to wait until all earlier
   * ordered tasks of its type and key have ended.
   */
  T runNow();

  /** Runs a task after a delay, like {@link #runNow}. */
  T rescheduleIn(Duration delay);

  /**
   * Runs a task at a time on the store's clock, like {@link #runNow}.
   *
   * @throws IllegalArgumentException if the time is before 1970 or after 9998
   */
  T rescheduleAt(Instant time);

  /** Runs a finished task again, at once, while its row is kept. */
  T runAgain();

  /** Runs a finished task again after a delay, while its row is kept. */
  T runAgainIn(Duration delay);
}
