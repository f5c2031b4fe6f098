package dev.baton.tck.simulation.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** A real connection and its id in the log of changes. */
record Real(Connection connection, long id) {

  /** Resets the connection to its initial state. Returns whether this rolled back a transaction. */
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
      throw new IllegalStateException("A real connection can't be used any more", e);
    }
  }
}
