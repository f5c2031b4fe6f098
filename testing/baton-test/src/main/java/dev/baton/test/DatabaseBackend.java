package dev.baton.test;

import dev.baton.Baton;
import dev.baton.handler.TaskDefinition;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A backend on a real database. Baton's statements read the time from a row that the test controls.
 */
final class DatabaseBackend implements Backend {
  /**
   * All tables of Baton except the schema version. Other tables may have names with the same
   * prefix, such as Flyway's history of Baton's migrations.
   */
  static final Set<String> EMPTIED =
      Set.of(
          "baton_attempt",
          "baton_audit",
          "baton_finished",
          "baton_finished_key",
          "baton_incident",
          "baton_key",
          "baton_label",
          "baton_leader",
          "baton_limit",
          "baton_node",
          "baton_note",
          "baton_order",
          "baton_override",
          "baton_pause",
          "baton_permit",
          "baton_schedule",
          "baton_shared_row",
          "baton_statistic",
          "baton_statistic_hour",
          "baton_task",
          "baton_wait",
          "baton_waiter");

  private final DataSource plain;
  private final DataSource dataSource;
  private final Function<UnaryOperator<TaskDefinition<?, ?>>, Baton.Builder> node;
  private final RowClock clock;

  DatabaseBackend(
      TestDatabase database,
      Function<UnaryOperator<TaskDefinition<?, ?>>, Baton.Builder> node,
      Instant start,
      Faults faults) {
    this.plain = database.plain();
    this.dataSource = database.dataSource();
    this.node = node;
    this.clock = new RowClock(start.truncatedTo(ChronoUnit.MICROS));
    database.begin(faults);
  }

  @Override
  public Baton.Builder node(UnaryOperator<TaskDefinition<?, ?>> refined) {
    return node.apply(refined);
  }

  @Override
  public TestClock clock() {
    return clock;
  }

  @Override
  public long seed(int number) {
    // The database may contain rows of other tests, so ids and owners must never repeat.
    return new SecureRandom().nextLong();
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  /** Deletes all rows that earlier tests left in Baton's tables. */
  @Override
  public void empty() {
    try (Connection connection = plain.getConnection()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet found =
          connection
              .getMetaData()
              .getTables(
                  connection.getCatalog(),
                  connection.getSchema(),
                  null,
                  new String[] {"TABLE", "BASE TABLE"})) {
        while (found.next()) {
          tables.add(found.getString("TABLE_NAME"));
        }
      }
      try (Statement statement = connection.createStatement()) {
        for (String table : tables) {
          if (EMPTIED.contains(table.toLowerCase(Locale.ROOT))) {
            statement.executeUpdate("DELETE FROM " + table);
          }
        }
      }
    } catch (SQLException e) {
      throw failed("Emptying Baton's tables", e);
    }
  }

  private static IllegalStateException failed(String doing, SQLException e) {
    return new IllegalStateException(
        doing + " failed: " + e.getMessage() + ". Is it a database for tests, with Baton's schema?",
        e);
  }

  private final class RowClock implements TestClock {
    private volatile Instant shown;

    RowClock(Instant start) {
      shown = start;
      try (Connection connection = plain.getConnection();
          Statement statement = connection.createStatement()) {
        String type = isMySql(connection) ? "DATETIME(6)" : "TIMESTAMP(6) WITH TIME ZONE";
        statement.execute(
            "CREATE TABLE IF NOT EXISTS "
                + TestDatabase.CLOCK_TABLE
                + " (id INTEGER PRIMARY KEY, shows "
                + type
                + " NOT NULL)");
        statement.executeUpdate("DELETE FROM " + TestDatabase.CLOCK_TABLE);
        write("INSERT INTO " + TestDatabase.CLOCK_TABLE + " (shows, id) VALUES (?, 1)", start);
      } catch (SQLException e) {
        throw failed("Setting the test's clock", e);
      }
    }

    @Override
    public Instant instant() {
      return shown;
    }

    @Override
    public synchronized void advanceTo(Instant time) {
      try {
        write("UPDATE " + TestDatabase.CLOCK_TABLE + " SET shows = ?", time);
      } catch (SQLException e) {
        throw failed("Moving the test's clock", e);
      }
      shown = time;
    }

    private void write(String sql, Instant time) throws SQLException {
      try (Connection connection = plain.getConnection();
          PreparedStatement statement = connection.prepareStatement(sql)) {
        if (isMySql(connection)) {
          statement.setObject(1, time.atOffset(ZoneOffset.UTC).toLocalDateTime());
        } else {
          statement.setObject(1, time.atOffset(ZoneOffset.UTC));
        }
        statement.executeUpdate();
      }
    }

    private static boolean isMySql(Connection connection) throws SQLException {
      String product = connection.getMetaData().getDatabaseProductName();
      return product.equals("MySQL") || product.equals("MariaDB");
    }
  }
}
