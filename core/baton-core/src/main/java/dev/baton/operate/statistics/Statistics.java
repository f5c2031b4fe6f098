package dev.baton.operate.statistics;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.TaskDefinition;
import dev.baton.limit.LimitsInUse;
import dev.baton.operate.StuckAfter;

/**
 * Counts and statistics: whether anything is wrong, what runs, and what was done: for dashboards,
 * alerts and people. Every question is answered in bounded time however many tasks there are, or
 * stopped, which the answer then says. Any node answers for the whole cluster, clients too.
 * Thread-safe.
 *
 * <p>Answers may be three seconds old, so that many who ask cost the database one query; each says
 * when it was taken, on the store's clock. Every method may throw {@link
 * StoreUnavailableException}. Where the node was built without a store for statistics, they throw
 * {@link ConfigurationException}.
 */
public interface Statistics {

  /** How many live tasks there are, by bucket, type and status. */
  LiveCounts counts();

  /** Since when the ready task that has waited longest is ready, by bucket and type. */
  OldestReady oldestReady();

  /** As {@link #stuck(StuckAfter)}, with {@link StuckAfter#defaults}. */
  default Stuck stuck() {
    return stuck(StuckAfter.defaults());
  }

  /**
   * Tasks that nothing moves though something should: a lease that lapsed, or a waiting task that
   * is due, and that no sweeper has moved for a while; or a ready task that waits longer than is
   * expected of its type ({@link TaskDefinition#expectedWait}, as this node's definitions have it).
   * What is paused is not expected to run, and isn't counted among the latter.
   */
  Stuck stuck(StuckAfter after);

  /** Tasks that fail again and again: they are retried, and so aren't in ERROR yet. */
  Failing failing();

  /** As {@link #failing}, from the first failed attempt on. */
  Failing retrying();

  /**
   * What was done in the past, as the nodes noted it minute by minute. They note it at most some
   * ten seconds late; what a node hadn't noted when it died is missing. What was added is counted
   * by its statement: a transaction that rolls back afterwards is counted all the same. Kept for
   * seven days.
   *
   * @throws StoreUnavailableException also when it took longer than five seconds and was stopped;
   *     ask for less time, or for one type
   */
  StatisticsSeries series(SeriesFilter filter);

  /** Which limits of the cluster are in use, and by whom; and what is in use on this node. */
  LimitsInUse limits();
}
