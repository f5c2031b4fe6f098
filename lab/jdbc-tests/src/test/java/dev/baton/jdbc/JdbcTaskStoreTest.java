package dev.baton.jdbc;

import dev.baton.tck.contract.tasks.TaskStoreContract;

@OnEachDatabase
class JdbcTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture;

  JdbcTaskStoreTest(TestDatabase database) {
    fixture = new JdbcFixture(database);
  }

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
