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

/** What differs from one database to another where it is simulated. */
interface Server {
  List<Integer> ISOLATIONS =
      List.of(
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE);

  String name();

  /** Makes the tables of a new database. */
  @FunctionalInterface
  interface Tables {
    void makeIn(DatabaseAddress address) throws SQLException;
  }

  /** A new database on it with these tables, all of them empty. */
  DatabaseAddress newDatabase(Tables tables) throws SQLException;

  /** Nobody uses the database any more. */
  default void drop(DatabaseAddress address) throws SQLException {}

  /**
   * Whether nothing is left of an experiment in a database whose tables were truncated. Otherwise
   * the next one gets another database.
   */
  default boolean isAsNewWhenEmptied() {
    return false;
  }

  /**
   * Whether a seed always leads to the same history: those who wait for locks go on one after the
   * other, in an order of ours.
   */
  default boolean replays() {
    return true;
  }

  /** A connection to that database. */
  default Connection connect(DatabaseAddress address) throws SQLException {
    return address.connect();
  }

  /** Prepares a connection that nodes will use; answers what the log of changes calls it. */
  long prepare(Connection connection) throws SQLException;

  /** What makes the log of changes, run once in a new database. */
  List<String> logging();

  /** The isolations of {@link Connection}'s at which transactional handlers may run. */
  List<Integer> handlerIsolations();

  /** How Baton's dialect asks for the time. */
  String clock();

  /** The time in its place. */
  String literal(Instant now);

  /** Takes out of the log what this connection has committed, in order: kind and name. */
  List<String[]> takeChanges(Connection admin, long connection) throws SQLException;

  /** The kind and name of each change that the statement gives for this connection. */
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

  /** The one number that the query gives. */
  static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** How long the connection is to wait for locks, if the statement sets that; else null. */
  @Nullable Long lockWaitMillis(String sql);

  /** Whether the statement asks how long the connection waits for locks. */
  boolean asksLockWait(String sql);

  /** What it answers then. */
  String lockWaitQuery(long millis);

  /** How long connections wait for locks unless they say otherwise. */
  long usualLockWaitMillis();

  /** A part of the connection's open transaction was undone, by a savepoint or by a failure. */
  default void undone(Connection connection) {}

  SQLException lockTimeout();

  SQLException deadlock();

  SQLException connectionLost();

  /** How the connection's statements are run, and what is done while they wait for locks. */
  Waiting waiting(SqlDatabase database) throws SQLException;
}
