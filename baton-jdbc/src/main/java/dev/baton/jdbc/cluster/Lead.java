package dev.baton.jdbc.cluster;

import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/** The row of a duty in {@code baton_leader}: taken and kept on the database's clock. */
final class Lead {
  private Lead() {}

  /** Keeps the lead or takes a lapsed one; where it was never taken, the first insert wins. */
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

  /** As above, in one statement: where an insert can turn into a conditional update. */
  static boolean keep(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    return statements.update(
            connection, "keep-lead", b -> b.uuid(node).in(term).text(duty).uuid(node))
        == 1;
  }
}
