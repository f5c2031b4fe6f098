package dev.baton.jdbc.task;

import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.RowReader;
import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.jdbc.sql.StoreErrors;
import dev.baton.spi.OperationsStore.NotedRerun;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.spi.core.IdOrder;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.NoteCut;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Reads single tasks and the tasks of one node, and runs finished tasks again. */
final class Lookup {
  private static final UUID BEFORE_ALL = new UUID(0, 0);

  /** Maximum number of locked keys for which a bulk that runs tasks again waits. */
  private static final int MAX_LOCKED = 3;

  private final Database database;
  private final Statements statements;
  private final UniqueKeys keys;
  private final SharedRows shared;
  private final BriefLockWait shortWait;
  private final Rows rows;

  Lookup(Database database, Statements statements, UniqueKeys keys, SharedRows shared) {
    this.database = database;
    this.statements = statements;
    this.keys = keys;
    this.shared = shared;
    this.shortWait = new BriefLockWait(database.dialect());
    this.rows = new Rows(statements.dialect());
  }

  Optional<Task> find(UUID id) {
    return database
        .statement(
            "Reading task " + id,
            connection -> statements.query(connection, "find", b -> b.uuid(id), rows::task))
        .stream()
        .findFirst();
  }

  Optional<FinishedTask> findFinished(UUID id) {
    return database
        .statement(
            "Reading finished task " + id,
            connection ->
                statements.byIds(connection, "read-finished", List.of(id), rows::finished))
        .stream()
        .findFirst();
  }

  LiveAndFinished liveAndFinished(Set<UUID> ids) {
    List<UUID> sorted = ids.stream().sorted(IdOrder.BY_BYTES).toList();
    return database.statement(
        "Reading the states of " + ids.size() + " tasks",
        connection -> {
          // Read live tasks first. If a task ends in between, the second query finds it.
          Set<UUID> live = new HashSet<>();
          Set<UUID> inError = new HashSet<>();
          statements.byIds(
              connection,
              "read-live",
              sorted,
              row -> {
                UUID id = statements.id(row, 1);
                if (row.getInt(2) == Status.ERROR.code()) {
                  inError.add(id);
                }
                return live.add(id);
              });
          List<UUID> others = sorted.stream().filter(id -> !live.contains(id)).toList();
          return new LiveAndFinished(
              live, inError, statements.byIds(connection, "read-finished", others, rows::finished));
        });
  }

  List<Task> heldBy(NodeStart node, @Nullable UUID after, int limit) {
    return database.statement(
        "Reading the tasks that a node owns",
        connection ->
            statements.query(
                connection,
                "held-by",
                b ->
                    b.uuid(node.firstOwner())
                        .uuid(node.lastOwner())
                        .uuid(after == null ? BEFORE_ALL : after)
                        .small(limit),
                rows::task));
  }

  /** Stops a task, unless its row is locked. A later call will find a locked row again. */
  boolean stop(UUID id, long version, String error) {
    try {
      return stopped(id, version, error);
    } catch (StoreException failed) {
      // Only this row can be the cause.
      throw StoreErrors.mayBeForItsRows(failed)
          ? new RequestRefusedException(String.valueOf(failed.getMessage()), failed)
          : failed;
    }
  }

  private boolean stopped(UUID id, long version, String error) {
    return database.transaction(
        "Stopping task " + id,
        connection -> {
          List<Attempted> found =
              statements.query(
                  connection,
                  "lock-unreadable",
                  b -> b.uuid(id).number(version),
                  row -> {
                    RowReader reader = rows.reader(row);
                    return new Attempted(
                        reader.number(1, "attempts", 0, Integer.MAX_VALUE),
                        Rows.lastOutcome(reader, 2),
                        reader.uuid(3, "owner"));
                  });
          for (Attempted latest : found) {
            statements.update(connection, "stop-task", b -> b.uuid(id).number(version));
            statements.update(
                connection,
                "insert-attempt",
                b ->
                    b.uuid(id)
                        .uuid(latest.owner())
                        .time(null) // this column may be the damaged one
                        .small(latest.number())
                        .small(latest.outcome().code())
                        .text(error));
          }
          return !found.isEmpty();
        });
  }

  private List<KeyRow> keysOf(Connection connection, UUID finished) throws SQLException {
    return statements.query(
        connection,
        "finished-keys",
        b -> b.uuid(finished),
        row ->
            new KeyRow(
                row.getInt(1),
                row.getString(2),
                row.getString(3),
                finished,
                row.getLong(4),
                row.getBoolean(5)));
  }

  private record Ended(Status status, boolean cleared) {}

  private record Attempted(int number, LastOutcome outcome, @Nullable UUID owner) {}

  Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, JdbcTaskStore.Afterwards then) {
    return runAgain(id, c -> runAgain(c, id, version, placement, cut, true), then);
  }

  /**
   * Runs a task again, unless its row is locked or one of its keys stays locked.
   *
   * @param lockedKeys counts the tasks whose keys stayed locked. After {@link #MAX_LOCKED} of them,
   *     tasks with keys are left out
   */
  Optional<RunAgainRefusal> runAgainUnlessLocked(
      NotedRerun task, AtomicInteger lockedKeys, JdbcTaskStore.Afterwards then) {
    return runAgain(task.id(), connection -> unlessLocked(connection, task, lockedKeys), then);
  }

  private Optional<RunAgainRefusal> unlessLocked(
      Connection connection, NotedRerun task, AtomicInteger lockedKeys) throws SQLException {
    UUID id = task.id();
    shared.separateUnlessLocked(connection, id);
    List<Boolean> keyed =
        statements.byIds(
            connection, "lock-unlocked-finished", List.of(id), row -> row.getBoolean(1));
    if (keyed.isEmpty() || (keyed.get(0) && lockedKeys.get() == MAX_LOCKED)) {
      return Optional.of(RunAgainRefusal.LEFT_OUT);
    }
    Database.Work<Optional<RunAgainRefusal>> work =
        c -> runAgain(c, id, task.version(), task.placement(), NoteCut.Whole.ALL, true);
    if (!keyed.get(0)) {
      return work.with(connection);
    }
    Optional<Optional<RunAgainRefusal>> tried = shortWait.tried(connection, work);
    lockedKeys.addAndGet(tried.isPresent() ? 0 : 1);
    return tried.orElse(Optional.of(RunAgainRefusal.LEFT_OUT));
  }

  private Optional<RunAgainRefusal> runAgain(
      UUID id, Database.Work<Optional<RunAgainRefusal>> work, JdbcTaskStore.Afterwards then) {
    return database.transaction(
        "Running task " + id + " again",
        connection -> {
          Optional<RunAgainRefusal> refusal = work.with(connection);
          if (refusal.isPresent()) {
            // Give back the keys that were taken so far.
            connection.rollback();
          } else {
            then.with(connection, Set.of(id));
          }
          return refusal;
        });
  }

  /**
   * Runs a task again. If the result is a refusal, the caller must roll back.
   *
   * @param cut the notes to delete
   * @param asItWas true if the task gets its previous input again
   */
  Optional<RunAgainRefusal> runAgain(
      Connection connection, UUID id, long version, NextPosition to, NoteCut cut, boolean asItWas)
      throws SQLException {
    shared.separate(connection, id);
    List<Ended> found =
        statements.query(
            connection,
            "lock-finished",
            b -> b.uuid(id).number(version),
            row -> new Ended(Rows.ended(row.getInt(1)), row.getBoolean(3)));
    if (found.isEmpty()) {
      return Optional.of(RunAgainRefusal.NOT_THERE);
    }
    Ended ended = found.get(0);
    if (asItWas && ended.cleared()) {
      return Optional.of(RunAgainRefusal.PAYLOAD_CLEARED);
    }
    if (!Rule.RUN_AGAIN.allows(ended.status(), to.status())) {
      throw new IllegalArgumentException(
          Rule.RUN_AGAIN + " doesn't lead from " + ended.status() + " to " + to.status());
    }
    if (!keys.retake(connection, keysOf(connection, id))) {
      return Optional.of(RunAgainRefusal.KEY_TAKEN);
    }
    statements.update(
        connection,
        "revive-task",
        b ->
            b.when(to.runAt())
                .when(to.nextEventAt())
                .small(to.attempts())
                .small(to.losses())
                .small(to.lossLimit())
                .small(to.status().code())
                .small(to.lastOutcome().code())
                .text(to.state())
                .bytes(to.data())
                .uuid(id)
                .number(version));
    statements.update(connection, "delete-finished", b -> b.uuid(id));
    statements.update(connection, "delete-finished-keys", b -> b.uuid(id));
    JdbcNoteStore.cut(statements, connection, id, cut);
    return Optional.empty();
  }
}
