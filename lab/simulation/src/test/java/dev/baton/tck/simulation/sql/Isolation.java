package dev.baton.tck.simulation.sql;

import java.sql.Connection;

/**
 * Isolations of {@link Connection}'s.
 *
 * @param ofHandlers of the transactions that nodes run handlers in
 * @param ofCallers of those that programs beside them begin
 */
record Isolation(int ofHandlers, int ofCallers) {
  static final Isolation USUAL =
      new Isolation(Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_READ_COMMITTED);
}
