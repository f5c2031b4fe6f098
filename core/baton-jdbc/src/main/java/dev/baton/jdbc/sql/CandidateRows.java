package dev.baton.jdbc.sql;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the candidates of one query result. A node keeps many candidates for a long time, and the
 * result is ordered by flow. Neighbouring candidates therefore share equal values, which halves
 * their memory. Not thread-safe.
 */
public final class CandidateRows {
  private final Rows rows;
  private String bucket = "";
  private Flow flow = new Flow("", "");

  public CandidateRows(Rows rows) {
    this.rows = rows;
  }

  /**
   * Reads a candidate. An unreadable value is found later, when the task is claimed or its time is
   * up.
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
