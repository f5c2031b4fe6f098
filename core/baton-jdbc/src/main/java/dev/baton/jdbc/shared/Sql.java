package dev.baton.jdbc.shared;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Runs the named SQL statements of this package. */
public interface Sql {

  /**
   * Runs a query and maps its rows.
   *
   * @param parameters the values to bind, from left to right: an id, a number, or a list of ids
   */
  <T> List<T> query(Connection connection, String sqlName, List<?> parameters, Row<T> row)
      throws SQLException;

  /** Maps a row to a value. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
