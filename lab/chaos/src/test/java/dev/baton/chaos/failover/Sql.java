package dev.baton.chaos.failover;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the statements of a setup, each on a separate connection. */
final class Sql {
  private static final long MAX_WAIT_SECONDS = 60;

  private Sql() {}

  static void run(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first row by its columns' names. Empty if the query returns no row. */
  static Map<String, String> row(DatabaseAddress address, String query) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Map<String, String> row = new HashMap<>();
      ResultSetMetaData columns = rows.getMetaData();
      boolean isThere = rows.next();
      for (int i = 1; isThere && i <= columns.getColumnCount(); i++) {
        row.put(columns.getColumnLabel(i), String.valueOf(rows.getString(i)));
      }
      return row;
    }
  }

  /** Waits until the query's first row has this value. */
  static void await(DatabaseAddress address, String wanted, String query) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_WAIT_SECONDS);
    while (!row(address, query).containsValue(wanted)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("Not " + wanted + ": " + query);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
