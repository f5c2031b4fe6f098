package dev.baton.jdbc.sql;

import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the candidates of one query. A node keeps many candidates for long, and the rows are sorted
 * by flow. So successive candidates share equal objects, which halves their memory. Not
 * thread-safe.
 */
public final class CandidateRows {
  private final Rows rows;
  private String bucket = "";
  private Flow flow = new Flow("", "");

  public CandidateRows(Rows rows) {
    this.rows = rows;
  }

  /**
   * Reads a candidate. If a value can't be read, this is noticed later, when a node claims the task
   * or its alarm time comes.
   */
  public Candidate read(ResultSet found) throws SQLException {
    RowReader row = rows.reader(found);
    bucket = shared(bucket, row.text(3, "bucket"));
    flow =
        shared(flow, new Flow(shared(flow.type(), row.text(4, "type")), row.text(5, "flow_key")));
    return new Candidate(
        row.id(1),
        found.getLong(2),
        bucket,
        flow,
        row.number(6, "priority", 0, FlowCursor.LOWEST_PRIORITY),
        row.time(7, "run_at"));
  }

  private static <T> T shared(T before, T now) {
    return before.equals(now) ? before : now;
  }
}
