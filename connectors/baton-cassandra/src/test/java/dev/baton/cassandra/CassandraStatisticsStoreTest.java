package dev.baton.cassandra;

import dev.baton.cassandra.operate.CassandraStatisticsStore;
import dev.baton.spi.StatisticsStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.operate.CoreStatisticsContract;
import java.time.Duration;

/** The contract of statistics, on a server. */
class CassandraStatisticsStoreTest extends CoreStatisticsContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final StatisticsStore statistics =
      new CassandraStatisticsStore(node.cql(), node.shards(), node.clock(), node.tasks());

  @Override
  protected StatisticsStore statistics() {
    return statistics;
  }

  @Override
  public CoreStore store() {
    return node.tasks();
  }

  @Override
  public void passTime(Duration duration) {
    clock.advance(duration);
  }
}
