package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.tck.contract.tasks.TaskStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the store with MySQL's own driver on MariaDB: the driver's counts, batches and conversions.
 */
@Tag("deep")
class ConnectorJTaskStoreTest extends TaskStoreContract implements OnJdbc {
  private final JdbcFixture fixture =
      new JdbcFixture(
          TestDatabase.MARIADB,
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

  /**
   * This driver writes each byte of a payload as two, so it can send half of what other drivers
   * can.
   */
  @Override
  @Test
  @Tag("deep")
  public void aPayloadOf12MegabytesIsReadBackByteForByte() {
    assertThatThrownBy(super::aPayloadOf12MegabytesIsReadBackByteForByte)
        .isInstanceOf(RequestRefusedException.class)
        .hasMessageContaining("max_allowed_packet");
  }

  @Override
  @AfterEach
  public void noRowIsLeftWithoutItsTask() throws SQLException {
    try (HikariDataSource pool = (HikariDataSource) fixture.dataSource()) {
      OnJdbc.super.noRowIsLeftWithoutItsTask();
    }
  }
}
