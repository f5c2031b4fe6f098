package dev.baton.engine.statistics;

import dev.baton.operate.StuckAfter;
import dev.baton.spi.StatisticsStore.Retried;
import java.util.List;

/**
 * Tells which tasks are stuck or retried, one by one; three seconds late at the most. Thread-safe.
 */
public interface StuckTasks {

  /**
   * By kind, bucket and type.
   *
   * @throws dev.baton.api.error.ConfigurationException on a node without a store for statistics
   */
  List<StuckGroup> groups(StuckAfter after);

  /**
   * Those that wait for their next attempt after one that failed, in no particular order.
   *
   * @throws dev.baton.api.error.ConfigurationException as above
   */
  List<Retried> retried();
}
