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
 * A setting of the pool's connections that would make results wrong without an error, or prevent
 * every write.
 *
 * @param isSo a query that finds a row if the setting is wrong
 * @param words the effect of the setting, and what to do instead
 */
record WrongSetting(String isSo, String words) {

  /** Returns the words of the settings that are wrong. */
  static List<String> among(List<WrongSetting> all, Connection connection) throws SQLException {
    List<String> found = new ArrayList<>();
    for (WrongSetting one : all) {
      if (finds(connection, one.isSo)) {
        found.add(one.words);
      }
    }
    return found;
  }

  /** Returns the names that a query finds, in its order. */
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

  /** Returns whether a query finds a row. */
  static boolean finds(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
