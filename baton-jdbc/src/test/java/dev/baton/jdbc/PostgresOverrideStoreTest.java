package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.OverrideStore;
import dev.baton.testkit.contract.operate.OverrideStoreContract;

class PostgresOverrideStoreTest extends OverrideStoreContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final OverrideStore overrides = JdbcOverrideStore.of(fixture.dataSource());
  private final ClusterStore cluster = JdbcClusterStore.of(fixture.dataSource());
  private final OperationsStore operations = JdbcOperationsStore.of(fixture.dataSource());

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
