package dev.baton.jdbc;

import dev.baton.jdbc.cluster.JdbcScheduleStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.spi.TransactionalScheduleStore;
import dev.baton.tck.contract.cluster.TransactionalScheduleStoreContract;

@OnEachDatabase
class JdbcScheduleStoreTest implements TransactionalScheduleStoreContract, OnJdbc {
  private final JdbcFixture fixture;
  private final TransactionalScheduleStore schedules;

  JdbcScheduleStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
    schedules = new JdbcScheduleStore(Database.of(fixture.dataSource()));
  }

  @Override
  public TransactionalScheduleStore schedules() {
    return schedules;
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
