package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.BusyRowContract;

class MariaDbBusyRowTest extends BusyRowContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
