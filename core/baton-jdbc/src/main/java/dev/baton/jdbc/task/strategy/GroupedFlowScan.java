package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.FlowCursor;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.task.row.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first task of each flow with one statement that groups the rows. A statement for each
 * flow would be too slow over a network.
 */
final class GroupedFlowScan implements FlowScan {
  private final Statements statements;
  private final Rows rows;

  GroupedFlowScan(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Candidate> firstOfEachFlow(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    FlowCursor from = FlowCursor.of(after);
    return statements.query(
        connection,
        "first-of-each-flow",
        b -> behind(from, b.text(bucket).text(bucket)).small(limit).small(limit),
        new CandidateRows(rows)::read);
  }

  @Override
  public List<Candidate> scan(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    FlowCursor from = FlowCursor.of(after);
    return statements.query(
        connection,
        "scan",
        b -> behind(from, b.text(bucket).text(from.type())).small(limit),
        new CandidateRows(rows)::read);
  }

  /**
   * Binds the condition for all tasks after this place: a later type, a later key of the type, or a
   * later priority of the flow.
   */
  private static Binder behind(FlowCursor place, Binder binder) throws SQLException {
    return place.bind(binder.text(place.type()).text(place.type()).text(place.key()));
  }
}
