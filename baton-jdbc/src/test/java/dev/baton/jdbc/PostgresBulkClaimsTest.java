package dev.baton.jdbc;

import dev.baton.testkit.contract.TaskStoreContract;

/** Where each claim has a row of its own. */
class PostgresBulkClaimsTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture = new JdbcFixture(TestDatabase.POSTGRES);

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }
}
