package dev.baton.jdbc;

import dev.baton.tck.contract.transactions.TransactionsContract;

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
