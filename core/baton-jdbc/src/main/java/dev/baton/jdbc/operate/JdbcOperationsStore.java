package dev.baton.jdbc.operate;

import dev.baton.api.Transaction;
import dev.baton.jdbc.operate.SearchBudget.FoundPart;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.Binder;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.RowReader;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoredText;
import dev.baton.jdbc.task.JdbcNoteStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.task.strategy.SqlStrategy;
import dev.baton.jdbc.transaction.internal.CallerTransactions;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.AuditNote;
import dev.baton.spi.FoundTask;
import dev.baton.spi.LimitState;
import dev.baton.spi.OperationsStore;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.WaitStore;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.TaskEdit;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads tasks for operators. If no index fits a search, it stops after some hundred milliseconds
 * and returns where to continue. Every search ends with an error after five seconds. Thread-safe.
 */
public final class JdbcOperationsStore implements OperationsStore {
  /** Maximum number of statements that follow one chain of waits. */
  private static final int MAX_PARTS = 20;

  private final Database database;
  private final JdbcTaskStore tasks;
  private final Statements statements;
  private final AuditTrail trail;
  private final LiveSearch live;
  private final FinishedSearch finished;
  private final SharedRows shared;
  private final LabelSearch labels;

  /** A task on the chain that a task waits for. A root is a task on it that waits for no other. */
  private record Ahead(UUID id, boolean isRoot) {}

  public JdbcOperationsStore(Database database, JdbcTaskStore tasks) {
    this.database = database;
    this.tasks = tasks;
    this.statements = database.statements();
    this.trail = new AuditTrail(statements);
    Rows rows = new Rows(database.dialect());
    this.live = new LiveSearch(statements, rows);
    this.shared = SqlStrategy.of(statements).shared();
    this.finished = new FinishedSearch(statements, shared, rows);
    this.labels = new LabelSearch(statements);
  }

  @Override
  public Page<FoundTask> page(TaskFilter filter, @Nullable Cursor after, int limit) {
    Page<FoundTask> found =
        filter.labels().isEmpty()
            ? unlabelled(filter, after, limit)
            : searching(filter, connection -> labels.narrowed(connection, filter))
                .map(narrowed -> unlabelled(narrowed, after, limit))
                .orElse(new Page<>(List.of(), Optional.empty()));
    return found.items().isEmpty()
        ? found
        : new Page<>(
            database.statement(
                "Reading the labels of found tasks",
                connection -> labels.labelled(connection, found.items())),
            found.next());
  }

  private Page<FoundTask> unlabelled(TaskFilter filter, @Nullable Cursor after, int limit) {
    List<FoundTask> found = new ArrayList<>();
    SearchBudget budget = new SearchBudget();
    if ((after == null || after.at() == null) && !filter.liveStatuses().isEmpty()) {
      UUID id = after == null ? null : after.id();
      FoundPart<Task, UUID> part =
          searching(filter, connection -> live.find(connection, filter, id, limit, budget));
      part.found().forEach(task -> found.add(new FoundTask.Live(task)));
      if (part.stoppedAt() != null) {
        return new Page<>(found, Optional.of(new Cursor(null, part.stoppedAt())));
      }
    }
    // Search finished tasks second. If a task finishes between the two searches, the second one
    // finds it.
    if (found.size() < limit && !filter.finishedStatuses().isEmpty()) {
      int rest = limit - found.size();
      Cursor end = after == null || after.at() == null ? null : after;
      FoundPart<FinishedTask, Cursor> part =
          searching(filter, connection -> finished.find(connection, filter, end, rest, budget));
      part.found().forEach(task -> found.add(new FoundTask.Finished(task)));
      if (part.stoppedAt() != null) {
        return new Page<>(found, Optional.of(part.stoppedAt()));
      }
    }
    return Page.of(found, limit, FoundTask::cursor);
  }

  @Override
  public List<UUID> idsBetween(UUID first, UUID last, int limit) {
    return database.statement(
        "Finding the ids from " + first + " to " + last,
        connection -> {
          Set<UUID> found = new TreeSet<>();
          List<String> sqlNames = new ArrayList<>(List.of("ids-between", "finished-ids-between"));
          shared.idsBetween().ifPresent(sqlNames::add);
          for (String sqlName : sqlNames) {
            if (found.size() < limit) {
              found.addAll(
                  statements.query(
                      connection,
                      sqlName,
                      b -> b.uuid(first).uuid(last).small(limit),
                      row -> statements.id(row, 1)));
            }
          }
          return found.stream().limit(limit).toList();
        });
  }

  @Override
  public List<PastAttempt> attempts(UUID task, int limit) {
    return database.statement(
        "Reading the attempts of task " + task,
        connection ->
            statements.query(
                connection,
                "attempts",
                b -> b.uuid(task).uuid(task).small(limit),
                row ->
                    new PastAttempt(
                        row.getInt(1),
                        database.dialect().readUuid(row, 2),
                        database.dialect().readInstant(row, 3),
                        statements.time(row, 4),
                        Rows.pastOutcome(new RowReader(database.dialect(), row), 5),
                        row.getString(6))));
  }

  @Override
  public Map<UUID, String> latestErrors(Collection<UUID> tasks) {
    return database.statement(
        "Reading the latest errors of " + tasks.size() + " tasks",
        connection -> {
          Map<UUID, String> errors = new TreeMap<>();
          statements.byIds(
              connection,
              "latest-errors",
              List.copyOf(tasks),
              row -> errors.put(statements.id(row, 1), row.getString(2)));
          return errors;
        });
  }

  @Override
  public List<UUID> waiters(UUID task, int limit) {
    return database.statement(
        "Finding the tasks that wait for " + task,
        connection ->
            statements.query(
                connection,
                "waiters",
                b -> b.uuid(task).small(limit),
                row -> statements.id(row, 1)));
  }

  @Override
  public List<UUID> roots(WaitStore waits, UUID task, int limit) {
    UUID from = task;
    for (int parts = 0; parts < MAX_PARTS; parts++) {
      UUID start = from;
      List<Ahead> found =
          database.statement(
              "Finding what task " + task + " waits for in the end",
              connection ->
                  statements.query(
                      connection,
                      "wait-roots",
                      b -> b.uuid(start).small(MAX_WALK).small(MAX_WALK).small(limit),
                      row -> new Ahead(statements.id(row, 1), row.getInt(2) == 1)));
      List<UUID> roots = found.stream().filter(Ahead::isRoot).map(Ahead::id).toList();
      if (!roots.isEmpty() || found.isEmpty()) {
        return roots;
      }
      from = found.get(0).id();
    }
    return List.of();
  }

  @Override
  public Set<UUID> waiting(WaitStore waits, Collection<UUID> tasks) {
    return database.statement(
        "Reading which of " + tasks.size() + " tasks wait for others",
        connection ->
            new TreeSet<>(
                statements.byIds(
                    connection, "waiting-of", List.copyOf(tasks), row -> statements.id(row, 1))));
  }

  @Override
  public Map<UUID, Set<UUID>> behind(WaitStore waits, Collection<UUID> tasks) {
    return database.statement(
        "Finding the tasks behind " + tasks.size() + " tasks",
        connection -> {
          Map<UUID, Set<UUID>> behind = new TreeMap<>();
          statements.byIds(
              connection,
              "behind",
              List.copyOf(tasks),
              row ->
                  behind
                      .computeIfAbsent(statements.id(row, 1), root -> new TreeSet<>())
                      .add(statements.id(row, 2)));
          return behind;
        });
  }

  @Override
  public List<Boolean> apply(List<NotedTransition> transitions) {
    if (transitions.isEmpty()) {
      return List.of();
    }
    Set<UUID> changed =
        tasks.apply(
            transitions.stream().map(NotedTransition::transition).toList(),
            (connection, applied) -> {
              List<AuditNote> notes = new ArrayList<>();
              for (NotedTransition noted : transitions) {
                UUID id = noted.transition().id();
                if (applied.contains(id)) {
                  notes.add(noted.note());
                  JdbcNoteStore.cut(statements, connection, id, noted.cut());
                }
              }
              trail.add(connection, notes);
            });
    return transitions.stream().map(noted -> changed.contains(noted.transition().id())).toList();
  }

  @Override
  public boolean edit(TaskEdit edit, AuditNote note) {
    return database.transaction(
        "Editing task " + edit.id(),
        connection -> {
          boolean written =
              statements.update(
                      connection,
                      "edit-task",
                      b ->
                          b.small(edit.priority())
                              .bytes(edit.payload())
                              .text(StoredText.ofContext(edit.traits().entries()))
                              .uuid(edit.id())
                              .number(edit.guard().version())
                              .small(edit.guard().status().code()))
                  == 1;
          if (written) {
            trail.add(connection, List.of(note));
          }
          return written;
        });
  }

  @Override
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, AuditNote note) {
    return tasks.runAgain(
        id, version, placement, cut, (connection, applied) -> trail.add(connection, List.of(note)));
  }

  @Override
  public List<Optional<RunAgainRefusal>> runAllAgain(List<NotedRerun> some) {
    if (some.size() < 2) {
      return OperationsStore.super.runAllAgain(some);
    }
    Map<UUID, AuditNote> notes = new TreeMap<>();
    some.forEach(one -> notes.put(one.id(), one.note()));
    return tasks.runAllAgain(
        some, (connection, ids) -> trail.add(connection, ids.stream().map(notes::get).toList()));
  }

  @Override
  public void note(AuditNote note) {
    database.transaction(
        "Writing the audit",
        connection -> {
          trail.add(connection, List.of(note));
          return note;
        });
  }

  @Override
  public void note(Transaction transaction, AuditNote note) {
    CallerTransactions.work(
        transaction,
        database,
        "Writing the audit",
        connection -> {
          trail.add(connection, List.of(note));
          return note;
        });
  }

  @Override
  public List<AuditEntry> audit(AuditFilter filter, @Nullable Cursor after, int limit) {
    Conditions conditions = Conditions.audit(filter, after);
    return searching(
        "audit entries",
        "Add a task, or the time range in which the entries were written",
        connection -> trail.search(connection, conditions, limit));
  }

  @Override
  public int pruneAudit(Duration olderThan, int limit) {
    return database.statement(
        "Pruning the audit", connection -> trail.prune(connection, olderThan, limit));
  }

  @Override
  public int ahead(Candidate task, int most) {
    return database
        .statement(
            "Counting the tasks before " + task.id(),
            connection ->
                statements.query(
                    connection,
                    "count-ahead",
                    b ->
                        place(place(b, task).small(most), task)
                            .time(task.arrivedAt())
                            .time(task.arrivedAt())
                            .uuid(task.id())
                            .small(most),
                    row -> Math.min(row.getInt(1), most)))
        .get(0);
  }

  private static Binder place(Binder binder, Candidate task) throws SQLException {
    return binder
        .text(task.bucket())
        .text(task.flow().type())
        .text(task.flow().key())
        .small(task.priority());
  }

  @Override
  public LimitState limit(String name, int most) {
    return database.statement(
        "Reading a limit",
        connection -> {
          List<Instant> paidUntil = new ArrayList<>();
          statements.query(
              connection,
              "find-limit",
              b -> b.text(name),
              row -> {
                Instant paid = database.dialect().readInstant(row, 1);
                return paid != null && paidUntil.add(paid);
              });
          List<LimitState.Holder> holders =
              statements.query(
                  connection,
                  "permit-holders",
                  b -> b.text(name).small(most),
                  row -> new LimitState.Holder(statements.id(row, 1), statements.id(row, 2)));
          Instant now = statements.now(connection);
          return new LimitState(now, paidUntil.isEmpty() ? null : paidUntil.get(0), holders);
        });
  }

  /** Runs a search. A search by ids uses the primary key, so it needn't wait for other searches. */
  private <T> T searching(TaskFilter filter, Database.Work<T> work) {
    String doing = "Searching for " + filter;
    return SearchTimeout.told(
        doing,
        SearchAdvice.of(filter),
        () ->
            filter.ids().isEmpty()
                ? database.search(doing, work)
                : database.statement(doing, work));
  }

  private <T> T searching(String what, String advice, Database.Work<T> work) {
    String doing = "Searching for " + what;
    return SearchTimeout.told(doing, advice, () -> database.search(doing, work));
  }
}
