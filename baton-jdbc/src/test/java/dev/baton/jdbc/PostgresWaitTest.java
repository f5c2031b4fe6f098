package dev.baton.jdbc;

import dev.baton.testkit.contract.WaitContract;

class PostgresWaitTest extends WaitContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
