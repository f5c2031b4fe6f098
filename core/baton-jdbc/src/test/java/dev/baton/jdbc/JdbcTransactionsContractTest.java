package dev.baton.jdbc;

import dev.baton.testkit.contract.transactions.TransactionsContract;

@OnEachDatabase
class JdbcTransactionsContractTest extends TransactionsContract implements OnJdbc {
  private final JdbcFixture fixture;

  JdbcTransactionsContractTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
