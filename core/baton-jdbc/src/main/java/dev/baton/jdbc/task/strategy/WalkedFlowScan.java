package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.FlowCursor;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.row.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first task of each flow with up to three statements per flow. A page of tasks needs up
 * to three statements, too. It is used for a database in this JVM, where statements are cheap and
 * an index scan can't skip to the next flow.
 */
final class WalkedFlowScan implements FlowScan {
  private final Statements statements;
  private final Rows rows;

  WalkedFlowScan(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Candidate> firstOfEachFlow(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    List<Candidate> heads = new ArrayList<>();
    Candidate last = after;
    while (heads.size() < limit) {
      List<Candidate> next = scan(connection, bucket, last, 1);
      if (next.isEmpty()) {
        break;
      }
      last = next.get(0);
      heads.add(last);
    }
    return heads;
  }

  /**
   * Reads the rest of the flow, then the rest of its type, then all later types. Each is one index
   * range.
   */
  @Override
  public List<Candidate> scan(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    FlowCursor from = FlowCursor.of(after);
    List<Candidate> found = new ArrayList<>();
    if (after != null) {
      found.addAll(next(connection, "next-priority", b -> from.bind(b.text(bucket)), limit));
      found.addAll(
          next(
              connection,
              "next-key",
              b -> b.text(bucket).text(from.type()).text(from.key()),
              limit - found.size()));
    }
    found.addAll(
        next(connection, "next-type", b -> b.text(bucket).text(from.type()), limit - found.size()));
    return found;
  }

  private List<Candidate> next(
      Connection connection, String sqlName, Statements.Binding place, int limit)
      throws SQLException {
    if (limit == 0) {
      return List.of();
    }
    return statements.query(
        connection,
        sqlName,
        b -> {
          place.to(b);
          b.small(limit);
        },
        new CandidateRows(rows)::read);
  }
}
