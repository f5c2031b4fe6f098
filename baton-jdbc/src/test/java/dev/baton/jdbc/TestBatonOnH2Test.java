package dev.baton.jdbc;

import dev.baton.test.TestBaton;
import dev.baton.testkit.contract.TestBatonContract;
import java.sql.SQLException;

final class TestBatonOnH2Test extends TestBatonContract {
  @Override
  protected TestBaton.Builder cluster() throws SQLException {
    return TestBaton.on(TestDatabase.H2.clean(), JdbcBaton::on).emptied();
  }
}
