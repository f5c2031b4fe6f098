package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.spi.ClusterStore;
import dev.baton.tck.contract.cluster.ClusterStoreContract;
import java.time.Duration;

@OnEachDatabase
class JdbcClusterStoreTest extends ClusterStoreContract {
  private final JdbcFixture fixture;
  private final JdbcClusterStore store;

  JdbcClusterStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    store = new JdbcClusterStore(Database.of(fixture.dataSource()));
  }

  @Override
  protected ClusterStore store() {
    return store;
  }

  @Override
  protected void pass(Duration time) throws Exception {
    fixture.passTime(time);
  }
}
