package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A setting of the pool's connections under which answers would be wrong without a word, or no task
 * would ever be written.
 *
 * @param isSo a query that finds a row where it is so
 * @param words what it does, and what to do instead
 */
record WrongSetting(String isSo, String words) {

  /** The words of those that are so. */
  static List<String> among(List<WrongSetting> all, Connection connection) throws SQLException {
    List<String> found = new ArrayList<>();
    for (WrongSetting one : all) {
      if (finds(connection, one.isSo)) {
        found.add(one.words);
      }
    }
    return found;
  }

  /** The names that a query finds, in its order. */
  static Set<String> names(Connection connection, String query) throws SQLException {
    Set<String> found = new LinkedHashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  /** Whether a query for one row finds it. */
  static boolean finds(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
