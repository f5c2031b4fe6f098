package dev.baton.jdbc;

import dev.baton.testkit.contract.order.OrderContract;

class H2OrderTest extends OrderContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
