package dev.baton.jdbc;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the candidates of one answer. Many are kept for long, and they come flow by flow: what one
 * has in common with the one before it, both share, which is half of their memory. Not thread-safe.
 */
final class CandidateRows {
  private final Rows rows;
  private String bucket = "";
  private Flow flow = new Flow("", "");

  CandidateRows(Rows rows) {
    this.rows = rows;
  }

  Candidate read(ResultSet found) throws SQLException {
    bucket = shared(bucket, found.getString(3));
    flow = shared(flow, new Flow(shared(flow.type(), found.getString(4)), found.getString(5)));
    return new Candidate(
        rows.id(found, 1), found.getLong(2), bucket, flow, found.getInt(6), rows.time(found, 7));
  }

  private static <T> T shared(T before, T now) {
    return before.equals(now) ? before : now;
  }
}
