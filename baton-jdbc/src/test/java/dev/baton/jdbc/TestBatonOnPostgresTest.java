package dev.baton.jdbc;

import dev.baton.test.TestBaton;
import dev.baton.testkit.contract.TestBatonContract;
import java.sql.SQLException;

final class TestBatonOnPostgresTest extends TestBatonContract {
  @Override
  protected TestBaton.Builder cluster() throws SQLException {
    return TestBaton.on(TestDatabase.POSTGRES.clean(), JdbcBaton::on).emptied();
  }
}
