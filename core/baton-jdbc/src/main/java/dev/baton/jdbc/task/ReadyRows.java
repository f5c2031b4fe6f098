package dev.baton.jdbc.task;

import dev.baton.api.error.StoreException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoreErrors;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.ReadyTasks;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Reads tasks that are ready, become ready, or are overdue. Thread-safe. */
final class ReadyRows implements ReadyTasks {
  /** Number of keys that are pruned together. */
  private final PartSize keyPage = new PartSize();

  private final Database database;
  private final Statements statements;
  private final Rows rows;
  private final SqlStrategy sql;
  private final RefusedRows refused;

  ReadyRows(Database database, Statements statements, SqlStrategy sql, RefusedRows refused) {
    this.database = database;
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
    this.sql = sql;
    this.refused = refused;
  }

  @Override
  public List<Candidate> firstOfEachFlow(String bucket, @Nullable Candidate after, int limit) {
    return database.statement(
        "Reading the flows of bucket " + bucket,
        c -> sql.queues().firstOfEachFlow(c, bucket, after, limit));
  }

  @Override
  public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
    return database.statement(
        "Reading the flows of bucket " + bucket, c -> sql.queues().scan(c, bucket, after, limit));
  }

  @Override
  public List<Candidate> fetch(String bucket, List<FetchRequest> requests, int limit) {
    if (requests.isEmpty()) {
      return List.of();
    }
    return database.statement(
        "Reading ready tasks of bucket " + bucket,
        c -> sql.queues().fetch(c, bucket, requests, limit));
  }

  List<Candidate> due(Duration hintExpiry, Instant since, int limit) {
    return madeDue(hintExpiry, since, limit).stream()
        .sorted(
            Comparator.comparing(Candidate::arrivedAt)
                .thenComparing(Candidate::id, IdOrder.BY_BYTES))
        .toList();
  }

  private List<Candidate> madeDue(Duration hintExpiry, Instant since, int limit) {
    if (refused.makesDueTogether(limit)) {
      try {
        return database.operation(
            "Making due tasks ready",
            database.onPrimary(c -> sql.queues().due(c, hintExpiry, since, limit)));
      } catch (StoreException failed) {
        if (!StoreErrors.mayBeForItsRows(failed)) {
          throw failed;
        }
        refused.makeDueFailed(limit);
      }
    }
    return refused.due(hintExpiry, since, limit);
  }

  int prune(int limit) {
    if (refused.prunesTogether(limit)) {
      try {
        return database.operation(
            "Pruning finished tasks", c -> sql.queues().prune(c, limit, limit));
      } catch (StoreException failed) {
        if (!StoreErrors.mayBeForItsRows(failed)) {
          throw failed;
        }
        refused.pruneFailed(limit);
      }
    }
    AtomicInteger pruned = new AtomicInteger();
    Steps steps = new Steps();
    steps.run(() -> pruned.addAndGet(refused.prune(limit)));
    steps.run(
        keyPage,
        limit,
        count ->
            pruned.addAndGet(
                database.operation("Pruning keys", c -> sql.queues().prune(c, 0, count))));
    steps.end();
    return pruned.get();
  }

  List<Task> leasesBeyond(Duration ahead, int limit) {
    return database.statement(
        "Reading leases that end too late",
        c -> statements.query(c, "leases-beyond", b -> b.in(ahead).small(limit), rows::task));
  }

  List<Task> overdue(SweepPlace leases, SweepPlace hints, int limit) {
    List<Task> overdue =
        new ArrayList<>(
            database.statement(
                "Reading overdue tasks",
                database.onPrimary(c -> sql.queues().overdue(c, leases, hints, limit))));
    overdue.addAll(refused.found());
    return overdue;
  }
}
