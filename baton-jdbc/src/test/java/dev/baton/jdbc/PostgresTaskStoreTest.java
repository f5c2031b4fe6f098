package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.testkit.contract.tasks.TaskStoreContract;

/** Where claims are few tasks each. */
class PostgresTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES, JdbcTaskStore::of);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
