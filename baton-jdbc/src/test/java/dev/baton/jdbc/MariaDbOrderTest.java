package dev.baton.jdbc;

import dev.baton.testkit.contract.order.OrderContract;

class MariaDbOrderTest extends OrderContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
