package dev.baton.tck.simulation.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** A real connection, and what the log of changes calls it. */
record Real(Connection connection, long id) {

  /** As it was when it was new; whether it had a transaction that is rolled back by this. */
  boolean reset() {
    try {
      boolean locks = !connection.getAutoCommit();
      if (locks) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      return locks;
    } catch (SQLException e) {
      throw new IllegalStateException("A real connection is of no use any more", e);
    }
  }
}
