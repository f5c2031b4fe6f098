package dev.baton.jdbc;

import dev.baton.testkit.contract.tasks.TaskStoreContract;

/** Where each kept task that ends has the form that many share, however few end together. */
class PostgresSharedRowsTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
