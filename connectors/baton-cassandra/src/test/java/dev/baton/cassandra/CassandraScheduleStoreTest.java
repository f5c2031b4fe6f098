package dev.baton.cassandra;

import dev.baton.cassandra.cluster.CassandraScheduleStore;
import dev.baton.spi.ScheduleStore;
import dev.baton.spi.core.CoreStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.cluster.ScheduleStoreContract;
import java.time.Duration;

/** The contract of schedules, on a server. */
class CassandraScheduleStoreTest implements ScheduleStoreContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final ScheduleStore store =
      new CassandraScheduleStore(node.cql(), node.shards(), node.clock());

  @Override
  public ScheduleStore schedules() {
    return store;
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
