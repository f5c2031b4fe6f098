package dev.baton.benchmarks.child;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The rows that jobs write in the transaction with their end, one row each. */
public final class Ledger {
  private Ledger() {}

  static void create(DataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE ledger (job bigint PRIMARY KEY, amount bigint NOT NULL)");
    }
  }

  static void enter(Connection connection, long job) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO ledger (job, amount) VALUES (?, ?)")) {
      statement.setLong(1, job);
      statement.setLong(2, job % 1_000);
      statement.executeUpdate();
    }
  }

  /** Returns how many jobs have written their row. */
  public static long rows(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM ledger")) {
      row.next();
      return row.getLong(1);
    }
  }
}
