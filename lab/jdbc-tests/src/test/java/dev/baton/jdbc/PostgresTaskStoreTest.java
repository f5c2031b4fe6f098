package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.tck.contract.tasks.TaskStoreContract;
import org.junit.jupiter.api.Tag;

/** Tests the store as in production, where finished tasks share a row only if many end together. */
@Tag("deep")
class PostgresTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES, JdbcTaskStore::of);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
