package dev.baton.jdbc.shared;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Runs the SQL of this package. */
public interface Sql {

  /**
   * Runs a statement that answers rows.
   *
   * @param parameters what is bound, from left to right: an id, a number, or a list of ids
   */
  <T> List<T> query(Connection connection, String verb, List<?> parameters, Row<T> row)
      throws SQLException;

  /** Makes a value of a row. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
