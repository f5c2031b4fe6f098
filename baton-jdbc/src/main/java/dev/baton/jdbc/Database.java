package dev.baton.jdbc;

import dev.baton.api.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The store's own connections: borrowed for one verb, read committed, given back as they came.
 * Thread-safe.
 */
final class Database {
  /** How often a verb is tried when concurrent transactions get in its way. */
  private static final int MOST_TRIES = 5;

  private final DataSource dataSource;
  private final Dialect dialect;
  private final int givenIsolation;

  private Database(DataSource dataSource, Dialect dialect, int givenIsolation) {
    this.dataSource = dataSource;
    this.dialect = dialect;
    this.givenIsolation = givenIsolation;
  }

  /**
   * Learns from one connection which database it is and which isolation its connections have, so
   * that where it is read committed already no verb needs to set it.
   */
  static Database of(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      return new Database(dataSource, Dialect.of(connection), connection.getTransactionIsolation());
    } catch (SQLException e) {
      throw new StoreUnavailableException(
          "Baton can't connect to its database: "
              + e.getMessage()
              + ". Check the URL, the user, and that the database runs",
          e);
    }
  }

  Dialect dialect() {
    return dialect;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  /** Runs a verb as its dialect does: one statement by itself, or in a transaction. */
  <T> T verb(String doing, Work<T> work) {
    return run(doing, !dialect.oneStatementPerVerb(), work);
  }

  /** Runs one statement, which is its own transaction. */
  <T> T statement(String doing, Work<T> work) {
    return run(doing, false, work);
  }

  /** Runs several statements in one transaction. */
  <T> T transaction(String doing, Work<T> work) {
    return run(doing, true, work);
  }

  private <T> T run(String doing, boolean transaction, Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(transaction, work);
      } catch (SQLException e) {
        if (!dialect.isConflict(e) || attempt == MOST_TRIES) {
          throw unavailable(doing, e);
        }
      }
    }
  }

  private <T> T once(boolean transaction, Work<T> work) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      boolean givenAutoCommit = connection.getAutoCommit();
      if (givenIsolation != Connection.TRANSACTION_READ_COMMITTED) {
        dialect.readCommitted(connection);
      }
      if (givenAutoCommit == transaction) {
        connection.setAutoCommit(!transaction);
      }
      boolean done = false;
      try {
        T answer = work.with(connection);
        if (transaction) {
          connection.commit();
        }
        done = true;
        return answer;
      } finally {
        giveBack(connection, transaction && !done, givenAutoCommit);
      }
    }
  }

  /** A connection that can't even be put in order is broken: its pool finds out by itself. */
  private void giveBack(Connection connection, boolean rollback, boolean autoCommit) {
    try {
      if (rollback) {
        connection.rollback();
      }
      if (connection.getAutoCommit() != autoCommit) {
        connection.setAutoCommit(autoCommit);
      }
      if (givenIsolation != Connection.TRANSACTION_READ_COMMITTED) {
        dialect.restoreIsolation(connection, givenIsolation);
      }
    } catch (SQLException e) {
      // The verb's own error, if there is one, says more.
    }
  }

  StoreUnavailableException unavailable(String doing, SQLException e) {
    String advice = dialect.advice(e);
    String state = e.getSQLState() == null ? "none" : e.getSQLState();
    return new StoreUnavailableException(
        doing
            + " failed: "
            + e.getMessage()
            + " (SQLState "
            + state
            + ", code "
            + e.getErrorCode()
            + ")"
            + (advice.isEmpty() ? "" : ". " + advice),
        e);
  }
}
