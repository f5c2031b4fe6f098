package dev.baton.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/** Leadership where an insert can't turn into a conditional update. */
final class Lead {
  private Lead() {}

  /** Keeps the lead or takes a lapsed one; where nobody ever had it, the first insert wins. */
  static boolean takeOrKeep(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    if (keep(statements, connection, duty, node, term)) {
      return true;
    }
    if (!statements.query(connection, "find-lead", b -> b.text(duty), row -> 1).isEmpty()) {
      // Another leads. Not tried by an insert: drivers log each refusal.
      return false;
    }
    try {
      statements.update(connection, "take-lead", b -> b.text(duty).uuid(node).in(term));
      return true;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  private static boolean keep(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    return statements.update(
            connection, "keep-lead", b -> b.uuid(node).in(term).text(duty).uuid(node))
        == 1;
  }
}
