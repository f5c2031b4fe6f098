package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcSignalStore;
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
    return JdbcSignalStore.of(fixture.dataSource());
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
