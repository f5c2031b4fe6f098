package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

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
      if (BatonSchema.finds(connection, one.isSo)) {
        found.add(one.words);
      }
    }
    return found;
  }
}
