package dev.baton.jdbc.cluster;

import dev.baton.jdbc.sql.SqlErrors;
import dev.baton.jdbc.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/** The row of a duty in {@code baton_leader}: taken and kept on the database's clock. */
final class LeaderRow {
  /**
   * Maximum number of terms until a term's end. A later end was written with a clock that was
   * ahead, or by hand.
   */
  private static final int MOST_TERMS = 10;

  private LeaderRow() {}

  /**
   * Renews the leadership or takes over one that lapsed. If no node ever had it, the first insert
   * wins.
   */
  static boolean acquireOrRenew(
      Statements statements, Connection connection, String duty, UUID node, Duration term)
      throws SQLException {
    if (renew(statements, connection, duty, node, term)) {
      return true;
    }
    if (!statements.query(connection, "find-leader", b -> b.text(duty), row -> 1).isEmpty()) {
      // Another node leads. An insert would be refused, and drivers log each refusal.
      return false;
    }
    try {
      statements.update(connection, "insert-leader", b -> b.text(duty).uuid(node).in(term));
      return true;
    } catch (SQLException e) {
      if (SqlErrors.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Does the same in one statement, for databases whose insert can become a conditional update. */
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
