package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.spi.ScheduleStore;
import dev.baton.testkit.contract.StoreFixture;
import dev.baton.testkit.contract.cluster.ScheduleStoreContract;

class PostgresScheduleStoreTest extends ScheduleStoreContract {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);
  private final ScheduleStore store = JdbcScheduleStore.of(fixture.dataSource());

  @Override
  protected ScheduleStore store() {
    return store;
  }

  @Override
  protected StoreFixture fixture() {
    return fixture;
  }
}
