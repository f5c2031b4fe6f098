package dev.baton.jdbc;

import dev.baton.testkit.contract.TaskStoreContract;

/** The version before goes on working on today's tables. */
class PreviousVersionOnPostgresTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture =
      new JdbcFixture(TestDatabase.POSTGRES, PreviousVersion::served);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
