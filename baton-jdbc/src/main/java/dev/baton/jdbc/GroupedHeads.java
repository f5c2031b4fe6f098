package dev.baton.jdbc;

import dev.baton.task.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the heads by one statement that groups: over a network, one per flow would be too slow. */
final class GroupedHeads implements Heads {
  private static final int BEFORE_ALL_PRIORITIES = -1;

  private final Statements statements;
  private final Rows rows;

  GroupedHeads(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Candidate> after(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    String type = after == null ? "" : after.flow().type();
    String key = after == null ? "" : after.flow().key();
    int priority = after == null ? BEFORE_ALL_PRIORITIES : after.priority();
    return statements.query(
        connection,
        "heads",
        b ->
            b.text(bucket)
                .text(bucket)
                .text(type)
                .text(type)
                .text(key)
                .text(type)
                .text(key)
                .small(priority)
                .small(limit)
                .small(limit),
        rows::candidate);
  }
}
