package dev.baton.tck.simulation.sql;

import java.sql.Connection;

/**
 * Isolation levels, as constants of {@link Connection}.
 *
 * @param ofHandlers of the transactions in which nodes run handlers
 * @param ofCallers of the transactions that application code begins
 */
record Isolation(int ofHandlers, int ofCallers) {
  static final Isolation USUAL =
      new Isolation(Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_READ_COMMITTED);
}
