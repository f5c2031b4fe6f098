package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.TransactionsContract;

class MariaDbTransactionsTest extends TransactionsContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
