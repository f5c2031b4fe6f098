package dev.baton.jdbc;

import dev.baton.testkit.contract.TaskStoreContract;

class PostgresTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
