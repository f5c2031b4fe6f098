package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.sql.CandidateRows;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads ready tasks one flow after the other. Makes tasks due and prunes by locking the rows and
 * then writing them.
 */
public final class LockingQueues implements SqlStrategy.Queues {
  private final Statements statements;
  private final FlowScan scan;
  private final Rows rows;

  LockingQueues(Statements statements, FlowScan scan) {
    this.statements = statements;
    this.scan = scan;
    this.rows = new Rows(statements.dialect());
  }

  @Override
  public List<Candidate> firstOfEachFlow(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    return scan.firstOfEachFlow(connection, bucket, after, limit);
  }

  @Override
  public List<Candidate> scan(
      Connection connection, String bucket, @Nullable Candidate after, int limit)
      throws SQLException {
    return scan.scan(connection, bucket, after, limit);
  }

  @Override
  public List<Candidate> fetch(
      Connection connection, String bucket, List<FetchRequest> flows, int limit)
      throws SQLException {
    List<Candidate> ready = new ArrayList<>();
    for (FetchRequest request : flows) {
      ready.addAll(fetch(connection, bucket, request, limit));
    }
    return ready;
  }

  /**
   * Reads the flow from its beginning and drops the tasks that the request doesn't want. This needs
   * one statement for the flow. Its ranges would need several.
   */
  private List<Candidate> fetch(
      Connection connection, String bucket, FetchRequest request, int limit) throws SQLException {
    // Most of the unwanted tasks are already known to the caller. The caller knows about as many
    // tasks as it requests.
    int most = request.from().isEmpty() ? limit : 2 * limit;
    while (true) {
      List<Candidate> read = first(connection, bucket, request, most);
      List<Candidate> wanted = read.stream().filter(request::wants).limit(limit).toList();
      if (wanted.size() == limit || read.size() < most) {
        return wanted;
      }
      most *= 2;
    }
  }

  private List<Candidate> first(
      Connection connection, String bucket, FetchRequest request, int most) throws SQLException {
    Flow flow = request.flow();
    Share share = request.share();
    boolean whole = share.isWhole();
    return statements.query(
        connection,
        whole ? "fetch" : "fetch-share",
        b -> {
          b.text(bucket).text(flow.type()).text(flow.key());
          (whole ? b : b.small(share.parts()).small(share.part())).small(most);
        },
        new CandidateRows(rows)::read);
  }

  @Override
  public List<Candidate> due(Connection connection, Duration hintExpiry, Instant since, int limit)
      throws SQLException {
    List<Candidate> due =
        statements.query(
            connection, "lock-due", b -> b.time(since).small(limit), new CandidateRows(rows)::read);
    statements.each(
        connection,
        "due-task",
        due,
        (b, task) -> b.in(hintExpiry).uuid(task.id()).number(task.version()));
    return due.stream().map(LockingQueues::madeReady).toList();
  }

  /** Returns the candidate for a due task after it was made ready. */
  public static Candidate madeReady(Candidate due) {
    return new Candidate(
        due.id(), due.version() + 1, due.bucket(), due.flow(), due.priority(), due.arrivedAt());
  }

  @Override
  public List<Task> overdue(Connection connection, SweepPlace leases, SweepPlace hints, int limit)
      throws SQLException {
    List<Task> overdue = new ArrayList<>();
    for (Status status : List.of(Status.RUNNING, Status.READY)) {
      SweepPlace from = status == Status.RUNNING ? leases : hints;
      int most = limit - overdue.size();
      if (from.after() != null) {
        overdue.addAll(behind(statements, connection, status, from, most));
      } else if (most > 0) {
        overdue.addAll(
            statements.query(
                connection,
                "overdue",
                b -> b.small(status.code()).time(from.time()).small(most),
                rows::task));
      }
    }
    overdue.addAll(statements.query(connection, "unreadable", b -> b.small(limit), rows::task));
    return overdue;
  }

  /** Returns the overdue tasks after a place, sorted by time and id. */
  static List<Task> behind(
      Statements statements, Connection connection, Status status, SweepPlace from, int limit)
      throws SQLException {
    return limit <= 0
        ? List.of()
        : statements.query(
            connection,
            "overdue-behind",
            b -> {
              b.small(status.code()).time(from.time()).time(from.time());
              b.uuid(from.after()).small(limit);
            },
            new Rows(statements.dialect())::task);
  }

  @Override
  public int prune(Connection connection, int finished, int others) throws SQLException {
    List<UUID> old =
        statements.query(
            connection,
            "lock-expired-finished",
            b -> b.small(finished),
            row -> statements.id(row, 1));
    remove(statements, connection, old);
    List<KeyRow> keys =
        statements.query(connection, "lock-expired-keys", b -> b.small(others), KeyRow::nameOf);
    statements.updateKeys(connection, "remove-keys", keys);
    return old.size();
  }

  /** Removes finished tasks, with their attempts and keys. */
  public static void remove(Statements statements, Connection connection, List<UUID> finished)
      throws SQLException {
    statements.updateIds(connection, "delete-attempts", finished);
    statements.updateIds(connection, "remove-finished-keys", finished);
    statements.updateIds(connection, "remove-finished", finished);
  }
}
