package dev.baton.jdbc.task.strategy;

import dev.baton.task.row.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds tasks in the order of their flows: either the first task of each flow, or all tasks. */
interface FlowScan {
  List<Candidate> firstOfEachFlow(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException;

  List<Candidate> scan(Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException;
}
