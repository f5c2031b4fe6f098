package dev.baton.jdbc;

import dev.baton.testkit.contract.tasks.TaskStoreContract;

class MariaDbTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.MARIADB);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
