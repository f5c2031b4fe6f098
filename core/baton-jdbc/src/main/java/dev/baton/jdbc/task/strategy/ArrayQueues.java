package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.FlowCursor;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads flows, ready, due and overdue tasks with one statement each. */
final class ArrayQueues implements SqlStrategy.Queues {
  private final Statements statements;
  private final SharedRows shared;
  private final Rows rows;

  ArrayQueues(Statements statements, SharedRows shared) {
    this.statements = statements;
    this.shared = shared;
    this.rows = new Rows(statements.dialect());
  }

  /** A flow, and the numbers of its first and last range, counted from one. */
  private record Fetched(int place, Flow flow, int begins, int ends) {}

  @Override
  public List<Candidate> firstOfEachFlow(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    FlowCursor from = FlowCursor.of(after);
    return statements.query(
        connection,
        "first-of-each-flow",
        b -> from.bind(b.text(bucket)).text(bucket).small(limit),
        new CandidateRows(rows)::read);
  }

  @Override
  public List<Candidate> scan(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    FlowCursor from = FlowCursor.of(after);
    return statements.prepared(
        connection,
        "scan",
        b -> from.bind(b.text(bucket)).number(limit),
        new CandidateRows(rows)::read);
  }

  @Override
  public List<Candidate> fetch(
      Connection connection, String bucket, List<FetchRequest> requests, int limit)
      throws SQLException {
    List<FetchRange> ranges = new ArrayList<>();
    List<Fetched> fetched = new ArrayList<>();
    for (FetchRequest request : requests) {
      int begins = ranges.size() + 1;
      ranges.addAll(FetchRange.of(request));
      fetched.add(new Fetched(fetched.size(), request.flow(), begins, ranges.size()));
    }
    boolean whole = requests.stream().allMatch(asked -> asked.share().isWhole());
    return statements.prepared(
        connection,
        whole ? "fetch" : "fetch-share",
        b -> {
          b.smalls(ranges, FetchRange::first)
              .smalls(ranges, FetchRange::last)
              .times(ranges, FetchRange::since, "-infinity")
              .uuids(ranges, FetchRange::firstId)
              .ints(fetched, Fetched::place)
              .texts(fetched, one -> one.flow().type())
              .texts(fetched, one -> one.flow().key())
              .ints(fetched, Fetched::begins)
              .ints(fetched, Fetched::ends);
          if (!whole) {
            b.ints(requests, asked -> asked.share().part())
                .ints(requests, asked -> asked.share().parts());
          }
          b.text(bucket).number(limit).number(limit);
        },
        found -> fetched(found, bucket, fetched.get(found.getInt(1)).flow()));
  }

  private Candidate fetched(ResultSet found, String bucket, Flow flow) throws SQLException {
    return new Candidate(
        rows.id(found, 2),
        found.getLong(3),
        bucket,
        flow,
        found.getInt(4),
        rows.reader(found).time(5, "run_at"));
  }

  @Override
  public List<Candidate> due(Connection connection, Duration hintExpiry, Instant since, int limit)
      throws SQLException {
    return statements.query(
        connection,
        "due",
        b -> b.time(since).small(limit).number(Binder.microsOf(hintExpiry)),
        new CandidateRows(rows)::read);
  }

  @Override
  public List<Task> overdue(Connection connection, SweepPlace leases, SweepPlace hints, int limit)
      throws SQLException {
    List<Task> overdue = new ArrayList<>();
    if (leases.after() == null && hints.after() == null) {
      overdue.addAll(
          statements.query(
              connection,
              "overdue",
              b -> b.time(leases.time()).small(limit).time(hints.time()).small(limit).small(limit),
              rows::task));
    } else {
      SweepPlace lease = leases.after() == null ? first(leases) : leases;
      SweepPlace hint = hints.after() == null ? first(hints) : hints;
      overdue.addAll(LockingQueues.behind(statements, connection, Status.RUNNING, lease, limit));
      overdue.addAll(
          LockingQueues.behind(statements, connection, Status.READY, hint, limit - overdue.size()));
    }
    overdue.addAll(
        statements.query(
            connection,
            "unreadable",
            b -> b.small(limit).small(limit).small(limit).small(limit),
            rows::task));
    return overdue;
  }

  private static SweepPlace first(SweepPlace since) {
    return new SweepPlace(since.time(), new UUID(0, 0));
  }

  @Override
  public int prune(Connection connection, int finished, int others) throws SQLException {
    int pruned =
        statements
            .query(connection, "prune", b -> b.small(finished).small(others), row -> row.getInt(1))
            .get(0);
    return pruned + shared.prune(connection, others);
  }
}
