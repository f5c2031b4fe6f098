package dev.baton.jdbc;

import dev.baton.test.TestBaton;
import dev.baton.testkit.contract.TestBatonContract;
import java.sql.SQLException;

@OnEachDatabase
final class TestBatonOnDatabaseTest extends TestBatonContract {
  private final TestDatabase database;

  TestBatonOnDatabaseTest(TestDatabase database) {
    this.database = database;
  }

  @Override
  protected TestBaton.Builder cluster() throws SQLException {
    return TestBaton.on(database.clean(), JdbcBaton::on).emptied();
  }
}
