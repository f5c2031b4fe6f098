package dev.baton.jdbc.sql;

import java.sql.SQLException;

/** The conditions of a search. They are known only at run time. */
public interface SearchConditions {
  /**
   * Returns the query with these conditions.
   *
   * @param time the SQL expression for a parameter that is a time
   */
  String in(String query, String time);

  void bind(Binder binder) throws SQLException;
}
