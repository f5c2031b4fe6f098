package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.ConfigurationException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPgBouncer;
import dev.baton.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a pooler that confuses prepared statements is refused at start, and others are not.
 */
@Tag("deep")
final class PoolerTest {
  private static LocalPostgres server;
  private static DatabaseAddress direct;

  @BeforeAll
  static void start() {
    Assumptions.assumeTrue(
        LocalPgBouncer.isInstalled(), "pgbouncer isn't installed: install Debian's package");
    server = LocalPostgres.temporary(Map.of());
    direct = server.database("payouts");
    try (HikariDataSource pool = TestDatabase.pool(direct)) {
      BatonSchema.apply(pool);
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.stop();
    }
  }

  @Test
  void preparedStatementsThroughATransactionPoolerAreRefusedAtStart() throws Exception {
    try (LocalPgBouncer pooler = LocalPgBouncer.before(direct, "transaction")) {
      assertThatThrownBy(() -> check(pooler.address()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("pool_mode = transaction")
          .hasMessageContaining("prepareThreshold=0");
      assertThatCode(() -> check(unprepared(pooler.address()))).doesNotThrowAnyException();
      // The check leaves nothing behind on the pooler's connections.
      try (Connection connection = unprepared(pooler.address()).connect();
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%baton:%'")) {
        rows.next();
        assertThat(rows.getInt(1)).isZero();
      }
    }
  }

  @Test
  void sessionPoolerAndNoPoolerAreAccepted() {
    try (LocalPgBouncer pooler = LocalPgBouncer.before(direct, "session")) {
      assertThatCode(() -> check(pooler.address())).doesNotThrowAnyException();
    }
    assertThatCode(() -> check(direct)).doesNotThrowAnyException();
  }

  private static DatabaseAddress unprepared(DatabaseAddress address) {
    return new DatabaseAddress(
        address.url() + "?prepareThreshold=0", address.user(), address.password());
  }

  private static void check(DatabaseAddress address) {
    try (HikariDataSource pool = TestDatabase.pool(address)) {
      JdbcTaskStore.of(pool).check();
    }
  }
}
