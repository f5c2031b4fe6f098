package dev.baton.jdbc;

import dev.baton.task.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the heads by up to three statements each: for a database in this JVM, where statements are
 * cheap, and which has no loose index scan.
 */
final class WalkedHeads implements Heads {
  private final Statements statements;
  private final Rows rows;

  WalkedHeads(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Candidate> after(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    List<Candidate> heads = new ArrayList<>();
    Candidate last = after;
    while (heads.size() < limit) {
      List<Candidate> next =
          last == null
              ? statements.query(
                  connection, "next-type", b -> b.text(bucket).text(""), rows::candidate)
              : next(connection, bucket, last);
      if (next.isEmpty()) {
        break;
      }
      last = next.get(0);
      heads.add(last);
    }
    return heads;
  }

  private List<Candidate> next(Connection connection, String bucket, Candidate last)
      throws SQLException {
    String type = last.flow().type();
    String key = last.flow().key();
    List<Candidate> next =
        statements.query(
            connection,
            "next-priority",
            b -> b.text(bucket).text(type).text(key).small(last.priority()),
            rows::candidate);
    if (next.isEmpty()) {
      next =
          statements.query(
              connection, "next-key", b -> b.text(bucket).text(type).text(key), rows::candidate);
    }
    if (next.isEmpty()) {
      next =
          statements.query(
              connection, "next-type", b -> b.text(bucket).text(type), rows::candidate);
    }
    return next;
  }
}
