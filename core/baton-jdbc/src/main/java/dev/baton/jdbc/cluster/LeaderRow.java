package dev.baton.jdbc.cluster;

import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/**
 * The row of a duty in {@code baton_leader}. A node takes and keeps the duty by the database's
 * clock.
 */
final class LeaderRow {
  /**
   * Number of terms that a valid end can lie in the future. A later end was written by hand, or
   * while the clock was ahead.
   */
  private static final int MOST_TERMS = 10;

  private LeaderRow() {}

  /**
   * Renews this node's term, or takes over a term that has ended. If no node has ever had the duty,
   * the first insert wins.
   */
  static boolean acquireOrRenew(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    if (renew(statements, connection, duty, node, term)) {
      return true;
    }
    if (!statements.query(connection, "find-leader", b -> b.text(duty), row -> 1).isEmpty()) {
      // Another node has the duty. An insert would be refused, and drivers log each refusal.
      return false;
    }
    try {
      return statements.update(connection, "insert-leader", b -> b.text(duty).uuid(node).in(term))
          == 1;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Renews this node's term, or takes over a term that has ended, with one statement. */
  static boolean renew(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    return statements.update(
            connection,
            "renew-leader",
            b -> b.uuid(node).in(term).text(duty).uuid(node).in(term.multipliedBy(MOST_TERMS)))
        == 1;
  }
}
