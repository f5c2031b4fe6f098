package dev.baton.jdbc;

import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import dev.baton.task.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads flows, ready, due and overdue tasks by one statement each. */
final class ArrayQueues implements Verbs.Queues {
  private static final Flow BEFORE_ALL = new Flow("", "");

  private final Statements statements;
  private final Rows rows;

  ArrayQueues(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Flow> flows(Connection connection, String bucket, @Nullable Flow after, int limit)
      throws SQLException {
    Flow from = after == null ? BEFORE_ALL : after;
    return statements.query(
        connection,
        "flows",
        b -> b.text(bucket).text(from.type()).text(from.key()).text(bucket).small(limit),
        found -> new Flow(found.getString(1), found.getString(2)));
  }

  @Override
  public List<Candidate> pull(Connection connection, String bucket, List<Flow> flows, int limit)
      throws SQLException {
    return statements.arrays(
        connection,
        "pull",
        b -> b.texts(flows, Flow::type).texts(flows, Flow::key).text(bucket).number(limit),
        rows::candidate);
  }

  @Override
  public List<Candidate> due(Connection connection, Duration hintExpiry, int limit)
      throws SQLException {
    return statements.query(
        connection, "due", b -> b.small(limit).number(Micros.of(hintExpiry)), rows::candidate);
  }

  @Override
  public List<Task> overdue(Connection connection, int limit) throws SQLException {
    return statements.query(
        connection, "overdue", b -> b.small(limit).small(limit).small(limit), rows::task);
  }

  @Override
  public int prune(Connection connection, int limit) throws SQLException {
    return statements
        .query(
            connection,
            "prune",
            b -> b.small(limit).small(limit).small(limit),
            found -> found.getInt(1))
        .get(0);
  }
}
