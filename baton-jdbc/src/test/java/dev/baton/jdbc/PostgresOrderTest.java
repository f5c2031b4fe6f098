package dev.baton.jdbc;

import dev.baton.testkit.contract.order.OrderContract;

class PostgresOrderTest extends OrderContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
