package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.spi.ScheduleStore;
import dev.baton.testkit.contract.StoreFixture;
import dev.baton.testkit.contract.cluster.ScheduleStoreContract;

@OnEachDatabase
class JdbcScheduleStoreTest extends ScheduleStoreContract {
  private final JdbcFixture fixture;
  private final ScheduleStore store;

  JdbcScheduleStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    store = JdbcScheduleStore.of(fixture.dataSource());
  }

  @Override
  protected ScheduleStore store() {
    return store;
  }

  @Override
  protected StoreFixture fixture() {
    return fixture;
  }
}
