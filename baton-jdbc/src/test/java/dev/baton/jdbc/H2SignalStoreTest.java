package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcSignalStore;
import dev.baton.spi.SignalStore;
import dev.baton.testkit.contract.attempt.SignalStoreContract;

class H2SignalStoreTest extends SignalStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);

  @Override
  protected SignalStore signals() {
    return JdbcSignalStore.of(fixture.dataSource());
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
