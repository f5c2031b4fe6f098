package dev.baton.jdbc.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A setting that would silently make results wrong, or prevent every write.
 *
 * @param isSo a query that returns a row if the setting is wrong; for {@link #whereTrue}, an
 *     expression that is true then
 * @param words what the setting causes, and what to do
 */
record WrongSetting(String isSo, String words) {

  /** Returns the texts of the settings that are wrong. */
  static List<String> among(List<WrongSetting> all, Connection connection) throws SQLException {
    List<String> found = new ArrayList<>();
    for (WrongSetting one : all) {
      if (finds(connection, one.isSo)) {
        found.add(one.words);
      }
    }
    return found;
  }

  /** Returns the texts of the settings whose expressions are true, with one query. */
  static List<String> whereTrue(List<WrongSetting> all, Connection connection) throws SQLException {
    StringJoiner query = new StringJoiner(", ", "SELECT ", "");
    for (WrongSetting one : all) {
      query.add(one.isSo);
    }
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query.toString())) {
      row.next();
      for (int i = 0; i < all.size(); i++) {
        if (row.getBoolean(i + 1)) {
          found.add(all.get(i).words);
        }
      }
    }
    return found;
  }

  /** Returns the names that a query returns, in the same order. */
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

  /** Returns whether a query returns any row. */
  static boolean finds(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
