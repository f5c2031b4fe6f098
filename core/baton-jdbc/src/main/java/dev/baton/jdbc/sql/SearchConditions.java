package dev.baton.jdbc.sql;

import java.sql.SQLException;

/** The conditions of a search, which are found at run time. */
public interface SearchConditions {
  /**
   * The query with these conditions in place.
   *
   * @param time how a time is bound
   */
  String in(String query, String time);

  void bind(Binder binder) throws SQLException;
}
