package dev.baton.jdbc;

import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.tck.contract.attempt.TransactionalSignalStoreContract;

@OnEachDatabase
class JdbcSignalStoreTest implements TransactionalSignalStoreContract, OnJdbc {
  private final JdbcFixture fixture;

  JdbcSignalStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
  }

  @Override
  public TransactionalSignalStore signals() {
    return new JdbcSignalStore(
        Database.of(fixture.dataSource()), JdbcTaskStore.of(fixture.dataSource()));
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
