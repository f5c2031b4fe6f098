package dev.baton.jdbc;

import dev.baton.testkit.contract.WaitContract;

class H2WaitTest extends WaitContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
