package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * Finds out whether a pooler is in front of PostgreSQL, and whether it loses prepared statements.
 * If the pooler uses another server connection for each transaction, a statement that the driver
 * has prepared may be unknown there, or its name may belong to another statement.
 */
final class PostgresPooler {
  private static final String PID = "SELECT pg_backend_pid()";
  private static final String PREPARED =
      "SELECT pg_backend_pid(), 'baton: does a pooler know this statement?'";

  /**
   * A name that the driver gives to a statement. A pooler that tracks statements changes these
   * names.
   */
  private static final Pattern NAME_OF_THE_DRIVER = Pattern.compile("\"?S_[0-9]+\"?");

  /** Maximum number of tries, because other clients may interfere. */
  private static final int TRIES = 5;

  /**
   * A pooler with only one server connection can't serve two clients at the same time, so one would
   * wait forever.
   */
  private static final int MAX_WAIT_SECONDS = 2;

  private PostgresPooler() {}

  /**
   * Returns whether a pooler is in front of the server. A pooler tells the driver another process
   * id than the one of the server process.
   */
  static boolean isThere(Connection connection) throws SQLException {
    return connection.isWrapperFor(PGConnection.class)
        && connection.unwrap(PGConnection.class).getBackendPID() != pid(connection);
  }

  /**
   * Prepares a statement on one connection. Another connection then occupies the server connection
   * that has this statement, and reads the statement's name. If the first connection then gets a
   * server connection without the statement, statements get lost.
   *
   * @param single a connection in auto-commit mode
   * @param holding another connection in auto-commit mode
   */
  static boolean losesPrepared(Connection single, Connection holding) throws SQLException {
    PGConnection driver = holding.unwrap(PGConnection.class);
    int threshold = driver.getPrepareThreshold();
    if (threshold == 0 || driver.getPreferQueryMode() == PreferQueryMode.SIMPLE) {
      return false;
    }
    try (PreparedStatement prepared = single.prepareStatement(PREPARED)) {
      // Otherwise the driver would also prepare its BEGIN and ROLLBACK, and lose them.
      driver.setPrepareThreshold(0);
      prepared.unwrap(PGStatement.class).setPrepareThreshold(1);
      boolean loses = false;
      for (int i = 0; i < TRIES && !loses; i++) {
        int first = pid(prepared);
        holding.setAutoCommit(false);
        if (pid(holding) == first) {
          loses = forget(holding) && pid(single) != first;
        }
        holding.rollback();
        holding.setAutoCommit(true);
      }
      return loses;
    } finally {
      driver.setPrepareThreshold(threshold);
    }
  }

  private static int pid(PreparedStatement prepared) throws SQLException {
    try (ResultSet rows = prepared.executeQuery()) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static int pid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(MAX_WAIT_SECONDS);
      ResultSet rows = statement.executeQuery(PID);
      rows.next();
      return rows.getInt(1);
    }
  }

  /**
   * Removes the statement, because it would conflict with statements of other clients. Returns
   * whether the statement still had a name that the driver gives.
   */
  private static boolean forget(Connection holding) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement =
        holding.prepareStatement(
            "SELECT quote_ident(name) FROM pg_prepared_statements WHERE statement = ?")) {
      statement.setString(1, PREPARED);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    boolean isTheDrivers = false;
    for (String name : names) {
      if (NAME_OF_THE_DRIVER.matcher(name).matches()) {
        isTheDrivers = true;
        try (Statement statement = holding.createStatement()) {
          statement.execute("DEALLOCATE " + name);
        }
      }
    }
    return isTheDrivers;
  }
}
