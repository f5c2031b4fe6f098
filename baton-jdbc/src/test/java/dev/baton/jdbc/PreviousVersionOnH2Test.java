package dev.baton.jdbc;

import dev.baton.testkit.contract.TaskStoreContract;

/** The version before goes on working on today's tables. */
class PreviousVersionOnH2Test extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.H2, PreviousVersion::store);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
