package dev.baton.jdbc.task.strategy;

import dev.baton.task.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How flows are found in their order: the first of each, without passing those behind it, or all.
 */
interface FlowScan {
  List<Candidate> firstOfEachFlow(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException;

  List<Candidate> scan(Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException;
}
