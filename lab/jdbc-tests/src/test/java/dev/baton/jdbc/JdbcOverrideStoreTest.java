package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcOverrideStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
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
    overrides = new JdbcOverrideStore(Database.of(fixture.dataSource()));
    cluster = new JdbcClusterStore(Database.of(fixture.dataSource()));
    operations =
        new JdbcOperationsStore(
            Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
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
