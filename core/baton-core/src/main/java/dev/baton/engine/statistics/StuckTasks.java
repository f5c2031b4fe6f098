package dev.baton.engine.statistics;

import dev.baton.operate.StuckAfter;
import dev.baton.spi.StatisticsStore.Retried;
import java.util.List;

/**
 * Lists the individual tasks that are stuck or retried. The result is usually at most three seconds
 * old. Thread-safe.
 */
public interface StuckTasks {

  /**
   * Returns the stuck tasks, grouped by kind, bucket and type.
   *
   * @throws dev.baton.api.error.ConfigurationException if this node has no store for statistics
   */
  List<StuckGroup> groups(StuckAfter after);

  /**
   * Returns the tasks that wait for their next attempt after a failed one, in no particular order.
   *
   * @throws dev.baton.api.error.ConfigurationException if this node has no store for statistics
   */
  List<Retried> retried();
}
