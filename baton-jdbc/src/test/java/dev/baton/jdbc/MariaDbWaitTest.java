package dev.baton.jdbc;

import dev.baton.testkit.contract.WaitContract;

class MariaDbWaitTest extends WaitContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
