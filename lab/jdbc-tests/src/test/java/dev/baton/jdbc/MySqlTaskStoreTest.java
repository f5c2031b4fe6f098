package dev.baton.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.tck.contract.tasks.TaskStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Tests the store on MySQL 8.0 with MySQL's own driver. */
@Tag("deep")
class MySqlTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture =
      new JdbcFixture(
          TestDatabase.MYSQL,
          JdbcTaskStore::of,
          shared -> {
            HikariDataSource pool = (HikariDataSource) shared;
            return TestDatabase.connectorJ(
                new DatabaseAddress(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword()));
          });

  @Override
  public JdbcFixture fixture() {
    return fixture;
  }

  @Override
  @AfterEach
  public void noRowIsLeftWithoutItsTask() throws SQLException {
    try (HikariDataSource pool = (HikariDataSource) fixture.dataSource()) {
      OnJdbc.super.noRowIsLeftWithoutItsTask();
    }
  }
}
