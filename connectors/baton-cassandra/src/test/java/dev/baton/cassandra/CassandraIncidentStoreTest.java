package dev.baton.cassandra;

import dev.baton.cassandra.operate.CassandraIncidentStore;
import dev.baton.spi.incident.IncidentStore;
import dev.baton.tck.contract.operate.IncidentStoreContract;

/** The contract of incidents, on a server. */
class CassandraIncidentStoreTest extends IncidentStoreContract {
  private final TestKeyspace.Node node = TestKeyspace.empty().node(TestKeyspace.clock());
  private final IncidentStore store =
      new CassandraIncidentStore(node.cql(), node.shards(), node.clock());

  @Override
  protected IncidentStore store() {
    return store;
  }
}
