package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.spi.SignalStore;
import dev.baton.testkit.contract.attempt.SignalStoreContract;

@OnEachDatabase
class JdbcSignalStoreTest extends SignalStoreContract implements OnJdbc {
  private final JdbcFixture fixture;

  JdbcSignalStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
  }

  @Override
  protected SignalStore signals() {
    return JdbcSignalStore.of(fixture.dataSource());
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
