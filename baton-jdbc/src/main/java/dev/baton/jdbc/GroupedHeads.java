package dev.baton.jdbc;

import dev.baton.task.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the heads by one statement that groups: over a network, one per flow would be too slow. */
final class GroupedHeads implements Heads {
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
    FlowPlace from = FlowPlace.of(after);
    return statements.query(
        connection,
        "heads",
        b ->
            b.text(bucket)
                .text(bucket)
                .text(from.type())
                .text(from.type())
                .text(from.key())
                .text(from.type())
                .text(from.key())
                .small(from.priority())
                .small(limit)
                .small(limit),
        rows::candidate);
  }

  @Override
  public List<Candidate> scan(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    FlowPlace from = FlowPlace.of(after);
    return statements.query(
        connection,
        "scan",
        b ->
            b.text(bucket)
                .text(from.type())
                .text(from.type())
                .text(from.type())
                .text(from.key())
                .text(from.type())
                .text(from.key())
                .small(from.priority())
                .small(limit),
        rows::candidate);
  }
}
