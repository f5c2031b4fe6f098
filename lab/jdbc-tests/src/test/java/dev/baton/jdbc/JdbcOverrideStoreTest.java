package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.tck.contract.operate.OverrideStoreContract;

@OnEachDatabase
class JdbcOverrideStoreTest extends OverrideStoreContract {
  private final JdbcFixture fixture;
  private final OverrideStore overrides;
  private final ClusterStore cluster;
  private final OperationsStore operations;

  JdbcOverrideStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    overrides = JdbcOverrideStore.of(fixture.dataSource());
    cluster = JdbcClusterStore.of(fixture.dataSource());
    operations = JdbcOperationsStore.of(fixture.dataSource());
  }

  @Override
  protected OverrideStore overrides() {
    return overrides;
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
