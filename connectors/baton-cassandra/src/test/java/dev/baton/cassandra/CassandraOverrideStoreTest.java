package dev.baton.cassandra;

import dev.baton.cassandra.cluster.CassandraClusterStore;
import dev.baton.cassandra.operate.CassandraOverrideStore;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.tck.contract.operate.OverrideStoreContract;
import java.time.Duration;

/** The contract of overrides, on a server. */
class CassandraOverrideStoreTest extends OverrideStoreContract {
  private final TestKeyspace.Node node = TestKeyspace.empty().node(TestKeyspace.clock());
  private final CassandraClusterStore cluster =
      new CassandraClusterStore(node.cql(), node.shards(), node.clock());
  private final OverrideStore store =
      new CassandraOverrideStore(node.cql(), node.shards(), cluster);
  private final OperationsStore operations = node.operations(Duration.ofMinutes(1));

  @Override
  protected OverrideStore overrides() {
    return store;
  }

  @Override
  protected ClusterStore cluster() {
    return cluster;
  }

  @Override
  protected OperationsStore operations() {
    return operations;
  }
}
