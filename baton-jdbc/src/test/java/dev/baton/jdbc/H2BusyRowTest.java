package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.BusyRowContract;

class H2BusyRowTest extends BusyRowContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
