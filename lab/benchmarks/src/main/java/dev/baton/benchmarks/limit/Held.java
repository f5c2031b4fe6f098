package dev.baton.benchmarks.limit;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The jobs that one owner has claimed.
 *
 * @param keeps whether finished jobs are kept
 */
record Held(DataSource pool, Table table, long owner, boolean keeps) {

  /**
   * Opens a connection at read committed. At MariaDB's default, repeatable read, a claim would
   * block inserts.
   */
  Connection connect() throws SQLException {
    Connection connection = pool.getConnection();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return connection;
  }

  /**
   * Rolls back a transaction that a deadlock has stopped, so that it can be tried again: claims and
   * ends of the same rows may conflict. Any other failure is thrown again.
   */
  static void rollBackDeadlock(Connection connection, SQLException failure) throws SQLException {
    String state = failure.getSQLState();
    if (state == null || !state.startsWith("40")) {
      throw failure;
    }
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }
}
