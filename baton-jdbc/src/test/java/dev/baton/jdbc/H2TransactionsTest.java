package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.TransactionsContract;

class H2TransactionsTest extends TransactionsContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
