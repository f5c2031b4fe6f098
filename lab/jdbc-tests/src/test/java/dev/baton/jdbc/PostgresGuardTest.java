package dev.baton.jdbc;

import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.tck.contract.core.GuardContract;

/**
 * Tests guards as production writes them, where tasks share a row only if many end together. In
 * {@link JdbcTaskStoreTest} few tasks share a row, so it never ends tasks by the statement for few.
 */
class PostgresGuardTest implements GuardContract, OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES, JdbcTaskStore::of);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
