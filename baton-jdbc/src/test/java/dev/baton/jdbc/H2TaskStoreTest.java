package dev.baton.jdbc;

import dev.baton.testkit.contract.tasks.TaskStoreContract;

class H2TaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
