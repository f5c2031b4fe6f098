package dev.baton.examples.payouts.site;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** The demo's own tables, next to Baton's. */
final class DemoTables {
  /** Tables in the order of their creation. The run's table is last: without it, no run exists. */
  private static final List<String> TABLES =
      List.of(
          """
          demo_payout (
            payout_key VARCHAR(250) NOT NULL PRIMARY KEY,
            input_row BIGINT NOT NULL,
            task_id VARCHAR(36) NOT NULL,
            id {text} NOT NULL,
            partner {text} NOT NULL,
            amount DECIMAL(65, 30) NOT NULL,
            currency {text} NOT NULL,
            priority INTEGER NOT NULL,
            due_in_seconds BIGINT NOT NULL,
            bank VARCHAR(40) NOT NULL
          ) {options}\
          """,
          """
          demo_ledger (
            payout_key VARCHAR(250) NOT NULL,
            partner {text} NOT NULL,
            amount DECIMAL(65, 30) NOT NULL,
            currency {text} NOT NULL,
            losses INTEGER NOT NULL,
            started_micros BIGINT NOT NULL,
            ended_micros BIGINT NOT NULL
          ) {options}\
          """,
          """
          demo_failure (
            payout_key VARCHAR(250) NOT NULL,
            answer VARCHAR(20) NOT NULL,
            losses INTEGER NOT NULL,
            started_micros BIGINT NOT NULL,
            ended_micros BIGINT NOT NULL
          ) {options}\
          """,
          """
          demo_commit_time (
            payout_key VARCHAR(250) NOT NULL,
            committed_micros BIGINT NOT NULL
          ) {options}\
          """,
          """
          demo_run (
            input_digest VARCHAR(64) NOT NULL PRIMARY KEY,
            input_name {text} NOT NULL
          ) {options}\
          """);

  private static final List<String> INDEXES =
      List.of(
          "CREATE INDEX demo_ledger_payout ON demo_ledger (payout_key)",
          "CREATE INDEX demo_failure_payout ON demo_failure (payout_key)");

  private DemoTables() {}

  static boolean exist(Connection connection) throws SQLException {
    // Unquoted names are lower case on PostgreSQL, upper case on H2, and as they are on MySQL.
    for (String name : List.of("demo_run", "DEMO_RUN")) {
      try (ResultSet tables =
          connection
              .getMetaData()
              .getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
        if (tables.next()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Drops all tables and creates empty ones. A kill midway leaves no run. */
  static void makeAnew(Connection connection, DatabaseKind kind) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int i = TABLES.size() - 1; i >= 0; i--) {
        statement.execute("DROP TABLE IF EXISTS " + name(TABLES.get(i)));
      }
      for (String table : TABLES) {
        statement.execute(
            "CREATE TABLE "
                + table
                    .replace("{text}", kind.textType())
                    .replace("{options}", kind.tableOptions()));
      }
      for (String index : INDEXES) {
        statement.execute(index);
      }
    }
  }

  private static String name(String table) {
    return table.substring(0, table.indexOf(' ')).toLowerCase(Locale.ROOT);
  }
}
