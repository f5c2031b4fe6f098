package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.spi.ClusterStore;
import dev.baton.testkit.contract.cluster.ClusterStoreContract;
import java.time.Duration;

class H2ClusterStoreTest extends ClusterStoreContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);
  private final JdbcClusterStore store = JdbcClusterStore.of(fixture.dataSource());

  @Override
  protected ClusterStore store() {
    return store;
  }

  @Override
  protected void pass(Duration time) throws Exception {
    fixture.passTime(time);
  }
}
