package dev.baton.benchmarks.limit;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Jobs that are held under one owner.
 *
 * @param keeps whether they are kept once they have ended
 */
record Held(DataSource pool, Table table, long owner, boolean keeps) {

  /** At MariaDB's own isolation, repeatable read, a claim would keep others from inserting. */
  Connection connect() throws SQLException {
    Connection connection = pool.getConnection();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return connection;
  }

  /**
   * Rolls back what a deadlock has stopped halfway, so that it can be tried again: claims and ends
   * of the same rows may meet. Any other failure is thrown on.
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
