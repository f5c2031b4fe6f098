package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.TransactionsContract;

class PostgresTransactionsTest extends TransactionsContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
