package dev.baton.benchmarks.trial;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;

/** The database server of a run, started for it and gone with it. */
public interface Server extends AutoCloseable {

  /** What it is and how it is set, for people. */
  String description();

  boolean isMariaDb();

  /** A new, empty database. */
  DatabaseAddress newDatabase();

  /** Drops the database, so that its vacuum and its memory don't burden what comes after it. */
  void drop(DatabaseAddress database) throws SQLException;

  /** Writes out what is only in its log, where a server leaves that to a time of its own. */
  void checkpoint() throws SQLException;

  /** What the server has spent so far, read through this connection. */
  ServerCost cost(Connection connection) throws SQLException;

  /** Rows that are dead and not cleared away yet, in all tables of the database; 0 if unknown. */
  long deadRows(Connection connection) throws SQLException;

  /** Clears away what is dead and counts what is not, in all tables of the database. */
  void vacuum(Connection connection) throws SQLException;

  @Override
  void close();
}
