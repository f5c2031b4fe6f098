package dev.baton.jdbc;

import dev.baton.test.TestBaton;
import dev.baton.testkit.contract.TestBatonContract;
import java.sql.SQLException;

final class TestBatonOnMariaDbTest extends TestBatonContract {
  @Override
  protected TestBaton.Builder cluster() throws SQLException {
    return TestBaton.on(TestDatabase.MARIADB.clean(), JdbcBaton::on).emptied();
  }
}
