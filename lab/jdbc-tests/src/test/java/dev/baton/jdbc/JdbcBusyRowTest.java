package dev.baton.jdbc;

import dev.baton.tck.contract.transactions.BusyRowContract;

@OnEachDatabase
class JdbcBusyRowTest extends BusyRowContract implements OnJdbc {
  private final JdbcFixture fixture;

  JdbcBusyRowTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
