package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.BusyRowContract;

class PostgresBusyRowTest extends BusyRowContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
