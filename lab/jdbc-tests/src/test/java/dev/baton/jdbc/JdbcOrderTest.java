package dev.baton.jdbc;

import dev.baton.tck.contract.order.OrderContract;

@OnEachDatabase
class JdbcOrderTest extends OrderContract implements OnJdbc {
  private final JdbcFixture fixture;

  JdbcOrderTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
