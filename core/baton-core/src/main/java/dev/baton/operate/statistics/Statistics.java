package dev.baton.operate.statistics;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.StuckAfter;

/**
 * Counts and statistics for dashboards, alerts and people: problems, running tasks and past work.
 * Every query ends in a bounded time for any number of tasks, or is stopped, and its result then
 * says so. Every node, including a client, returns values of the whole cluster. Thread-safe.
 *
 * <p>Results may be three seconds old, so that many callers cost the database one query. Each
 * result contains the time when it was taken, on the store's clock. Every method may throw {@link
 * StoreUnavailableException}. If the node was built without a store for statistics, the methods
 * throw {@link ConfigurationException}.
 */
public interface Statistics {

  /** Returns the numbers of live tasks, by bucket, type and status. */
  LiveCounts counts();

  /** Returns the ready task that has waited longest, by bucket and type. */
  OldestReady oldestReady();

  /**
   * Returns stuck tasks with the {@linkplain StuckAfter#defaults default times}. See {@link
   * #stuck(StuckAfter)}.
   */
  default Stuck stuck() {
    return stuck(StuckAfter.defaults());
  }

  /**
   * Returns stuck tasks. A task is stuck if its lease has expired or it was due, and no sweeper has
   * handled it for a while. A ready task is also stuck if it waits longer than expected for its
   * type ({@link TaskDefinition#expectedWait}, in this node's definitions). Paused tasks are not
   * counted among ready tasks, because they are not expected to run.
   */
  Stuck stuck(StuckAfter after);

  /**
   * Returns tasks that fail repeatedly. These tasks still have retries left, so they are not in
   * ERROR yet.
   */
  Failing failing();

  /** Returns tasks that wait for an operator, and counts the tasks that wait behind them. */
  Stopped stopped();

  /** Returns tasks that are retrying, from the first failed attempt. See {@link #failing}. */
  Failing retrying();

  /**
   * Returns past statistics that the nodes recorded minute by minute. A node writes its numbers
   * about ten seconds late or less; numbers that it had not written when it died are missing. An
   * add counts when its statement is executed, even if its transaction is rolled back later.
   * Statistics are kept for seven days.
   *
   * @throws StoreUnavailableException also if the query took longer than five seconds and was
   *     stopped; then select a shorter time, or one type
   */
  StatisticsSeries series(SeriesFilter filter);

  /**
   * Returns the cluster limits that are in use and the tasks that use them, and the limits in use
   * on this node.
   */
  LimitsInUse limits();
}
