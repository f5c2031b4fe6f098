package dev.baton.benchmarks.trial;

import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.SQLException;

/** The database server of a run. It is started for the run and ends with it. */
public interface Server extends AutoCloseable {

  /** Returns the server's name, version and settings, for people. */
  String description();

  boolean isMariaDb();

  /** Creates a new, empty database. */
  DatabaseAddress newDatabase();

  /** Drops the database, so that its vacuum and its memory don't affect later measurements. */
  void drop(DatabaseAddress database) throws SQLException;

  /** Writes all logged changes to the tables, if the server would do that later. */
  void checkpoint() throws SQLException;

  /** Returns the server's costs so far, read through this connection. */
  ServerCost cost(Connection connection) throws SQLException;

  /**
   * Returns the number of dead rows in all tables of the database that are not vacuumed yet; 0 if
   * unknown.
   */
  long deadRows(Connection connection) throws SQLException;

  /** Returns the number of connections to the database of this connection, including it. */
  long connections(Connection connection) throws SQLException;

  /** Vacuums and analyses all tables of the database. */
  void vacuum(Connection connection) throws SQLException;

  @Override
  void close();
}
