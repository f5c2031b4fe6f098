package dev.baton.jdbc;

import dev.baton.task.Candidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the first ready task of each flow and priority is found, without passing those behind it. */
interface Heads {
  List<Candidate> after(Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException;
}
