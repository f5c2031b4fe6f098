package dev.baton.operate.statistics;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.StuckAfter;

/**
 * Counts and statistics for dashboards and alerts: problems, running tasks and past work. Every
 * query has a time limit. A query that reaches the limit is stopped, and its result says so; {@link
 * #series} throws instead. Every node, including a client, returns values of the whole cluster.
 * Thread-safe.
 *
 * <p>Results may be three seconds old, so that many callers cost the database one query. Each
 * result contains the time when it was taken, on the store's clock. Every method may throw {@link
 * StoreUnavailableException}. If the node's store does not support statistics, the methods throw
 * {@link ConfigurationException}.
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
   * Returns stuck tasks. A task is stuck if its lease expired or it was due more than {@link
   * StuckAfter#unhealed} ago, and no sweeper has handled it. A ready task is also stuck if it waits
   * longer than expected for its type ({@link TaskDefinition#expectedWait}, in this node's
   * definitions). Ready tasks that are paused are not counted, because they are not expected to
   * run.
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
   * Returns past statistics that the nodes recorded minute by minute. A node writes its numbers at
   * most about ten seconds late; numbers that it had not written when it died are missing. An add
   * counts when its statement is executed, even if its transaction is rolled back later. Statistics
   * are kept for seven days.
   *
   * @throws dev.baton.api.error.SearchTimeoutException if the query would read too many rows, or
   *     took longer than five seconds and was stopped. Select a shorter time, longer steps, or one
   *     type
   */
  StatisticsSeries series(SeriesFilter filter);

  /**
   * Returns the cluster limits that are in use and the tasks that use them, and the limits in use
   * on this node.
   */
  LimitsInUse limits();
}
