package dev.baton.tck.simulation.sql;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The differences between simulated databases. */
interface Server {
  List<Integer> ISOLATIONS =
      List.of(
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE);

  String name();

  /** Creates the tables of a new database. */
  @FunctionalInterface
  interface Tables {
    void makeIn(DatabaseAddress address) throws SQLException;
  }

  /** Creates a database on this server with these tables, all of them empty. */
  DatabaseAddress newDatabase(Tables tables) throws SQLException;

  /** Drops a database that is no longer used. */
  default void drop(DatabaseAddress address) throws SQLException {}

  /**
   * Returns whether an experiment leaves nothing behind in a database whose tables were truncated.
   * Otherwise the next experiment gets another database.
   */
  default boolean isAsNewWhenEmptied() {
    return false;
  }

  /**
   * Returns whether a seed always leads to the same history: waiting statements get their locks one
   * after the other, in an order that the simulator decides.
   */
  default boolean replays() {
    return true;
  }

  /** Opens a connection to that database. */
  default Connection connect(DatabaseAddress address) throws SQLException {
    return address.connect();
  }

  /** Prepares a connection that nodes will use. Returns its id in the log of changes. */
  long prepare(Connection connection) throws SQLException;

  /** Returns the statements that create the log of changes, run once in a new database. */
  List<String> logging();

  /**
   * Returns the isolation levels, as constants of {@link Connection}, at which transactional
   * handlers may run.
   */
  List<Integer> handlerIsolations();

  /** Returns the expression with which Baton's dialect reads the time. */
  String clock();

  /** Returns the literal of a time, to use in place of the clock. */
  String literal(Instant now);

  /**
   * Removes from the log what this connection has committed. Returns the kind and name of each
   * change, in order.
   */
  List<String[]> takeChanges(Connection admin, long connection) throws SQLException;

  /** Returns the kind and name of each change that the statement finds for this connection. */
  static List<String[]> changes(Connection admin, String sql, long connection) throws SQLException {
    try (PreparedStatement statement = admin.prepareStatement(sql)) {
      statement.setLong(1, connection);
      List<String[]> changes = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          changes.add(new String[] {rows.getString(1), rows.getString(2)});
        }
      }
      return changes;
    }
  }

  /** Returns the single number that the query returns. */
  static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Returns the connection's new limit for lock waits if the statement sets it; else null. */
  @Nullable Long lockWaitMillis(String sql);

  /** Returns whether the statement reads the connection's limit for lock waits. */
  boolean asksLockWait(String sql);

  /** Returns a query whose result is this limit. */
  String lockWaitQuery(long millis);

  /** Returns the default limit of connections for lock waits. */
  long usualLockWaitMillis();

  /**
   * Handles a part of the connection's open transaction that was undone, by a savepoint or by a
   * failure.
   */
  default void undone(Connection connection) {}

  SQLException lockTimeout();

  SQLException deadlock();

  SQLException connectionLost();

  /** Returns how to run the connection's statements while they may wait for locks. */
  Waiting waiting(SqlDatabase database) throws SQLException;
}
