package dev.baton.cassandra;

import dev.baton.cassandra.cluster.CassandraClusterStore;
import dev.baton.spi.ClusterStore;
import dev.baton.tck.ManualClock;
import dev.baton.tck.contract.cluster.ClusterStoreContract;
import java.time.Duration;

/** The contract of nodes and pauses, on a server. */
class CassandraClusterStoreTest extends ClusterStoreContract {
  private final ManualClock clock = TestKeyspace.clock();
  private final TestKeyspace.Node node = TestKeyspace.empty().node(clock);
  private final ClusterStore store =
      new CassandraClusterStore(node.cql(), node.shards(), node.clock());

  @Override
  protected ClusterStore store() {
    return store;
  }

  @Override
  protected void pass(Duration time) {
    clock.advance(time);
  }
}
