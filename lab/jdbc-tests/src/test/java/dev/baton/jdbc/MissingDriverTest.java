package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.error.ConfigurationException;
import dev.baton.local.DatabaseAddress;
import java.io.PrintWriter;
import java.io.StringWriter;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests a data source whose URL no driver accepts. */
class MissingDriverTest {
  private static final String ORACLE = "jdbc:oracle:thin:scott/hunter2@h?password=hunter3";

  @Test
  void missingDriverIsReportedWithoutThePassword() {
    DataSource plain = new MovingDataSource(new DatabaseAddress(ORACLE, "scott", "hunter4"));
    requireReport("jdbc:oracle", () -> BatonSchema.apply(plain));
    requireReport("jdbc:oracle", () -> start(plain));
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(ORACLE);
      requireReport("jdbc:oracle", () -> start(pool));
    }
  }

  @Test
  void driverOfAnotherDatabaseIsReported() {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDriverClassName("org.h2.Driver");
      pool.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/db?password=hunter2");
      requireReport("jdbc:postgresql", () -> start(pool));
    }
  }

  private static void start(DataSource database) {
    Baton.builder(JdbcStore.of(database)).client().start().close();
  }

  private static void requireReport(String scheme, ThrowingCallable start) {
    Throwable thrown = catchThrowable(start);
    assertThat(thrown)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("No JDBC driver accepts the URL")
        .hasMessageContaining("begins with " + scheme + ".")
        .hasMessageContaining("org.postgresql:postgresql");
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain("hunter");
  }
}
