package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.Rows;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.IdOrder;
import dev.baton.task.Prerequisite;
import dev.baton.task.row.Task;
import dev.baton.task.rule.WaitRules.End;
import dev.baton.task.rule.WaitRules.Waiter;
import dev.baton.task.rule.WaitState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads, locks and writes the rows of waiters, and the rows of their waits. */
final class WaitRows {
  private final Statements statements;
  private final Rows rows;

  WaitRows(Statements statements) {
    this.statements = statements;
    this.rows = new Rows(statements.dialect());
  }

  /** Locks the existing waiter rows of these tasks, sorted by id. */
  List<Waiter> lock(Connection connection, Collection<UUID> ids) throws SQLException {
    return statements.byIds(connection, "lock-waiters", IdOrder.sorted(ids), this::waiter);
  }

  /** Locks the waiter rows of these tasks. Returns the tasks that have ended before their turn. */
  Set<UUID> lockEarly(Connection connection, Collection<UUID> ids) throws SQLException {
    Set<UUID> early = new HashSet<>();
    for (Waiter waiter : lock(connection, ids)) {
      if (waiter.standing() == WaitState.ENDED_EARLY) {
        early.add(waiter.id());
      }
    }
    return early;
  }

  /** Writes the new states of the waiters. */
  void write(Connection connection, List<Waiter> waiters) throws SQLException {
    statements.each(
        connection,
        "count-down",
        waiters,
        (b, waiter) ->
            b.small(waiter.remaining())
                .small(waiter.standing().code())
                .flag(waiter.awaitsTurn())
                .uuid(waiter.id()));
  }

  /** Locks the rows of the tasks that are live, in the order of their ids. */
  Map<UUID, Task> lockTasks(Connection connection, Collection<UUID> ids) throws SQLException {
    Map<UUID, Task> locked = new HashMap<>();
    for (Task task :
        statements.byIds(connection, "lock-waiting-tasks", IdOrder.sorted(ids), rows::task)) {
      locked.put(task.id(), task);
    }
    return locked;
  }

  /**
   * Returns the time of the database's clock, after these tasks were locked. While this transaction
   * waited for a lock, a signal may have set the task's time to that moment. It must not appear to
   * be in the future.
   */
  Instant now(Connection connection, Collection<Task> locked) throws SQLException {
    return locked.stream().allMatch(task -> task.position().runAt() == null)
        ? Instant.EPOCH
        : statements.now(connection);
  }

  /** The states of all tasks that one task waits for or has waited for. */
  static final class Others {
    static final Others NONE = new Others();

    private final List<End> ends = new ArrayList<>();
    private @Nullable UUID neededBefore;
    private int left;

    List<End> ends() {
      return ends;
    }

    int left() {
      return left;
    }
  }

  /**
   * Locks the waits of these tasks. Call this before {@link #lock}, because the end of a task locks
   * in this order, too.
   */
  Map<UUID, Others> lockOthers(Connection connection, Collection<UUID> waiters)
      throws SQLException {
    Map<UUID, Others> found = new HashMap<>();
    statements.byIds(
        connection,
        "lock-own-waits",
        IdOrder.sorted(waiters),
        row -> {
          Others others = found.computeIfAbsent(statements.id(row, 1), waiter -> new Others());
          int ended = row.getInt(4);
          if (row.wasNull()) {
            others.left++;
            if (row.getBoolean(3) && row.getBoolean(5)) {
              others.neededBefore = statements.id(row, 2);
            }
          } else {
            others.ends.add(
                new End(
                    statements.id(row, 2),
                    Rows.ended(ended),
                    row.getBoolean(3),
                    row.getBoolean(5)));
          }
          return true;
        });
    for (Others others : found.values()) {
      addEarlyEnd(connection, others);
    }
    return found;
  }

  /**
   * Handles the task before a waiter in its order. If that task has ended before its turn and the
   * waiter needs it to be DONE, adds its end.
   */
  private void addEarlyEnd(Connection connection, Others others) throws SQLException {
    UUID before = others.neededBefore;
    if (before != null && standing(connection, before) == WaitState.ENDED_EARLY) {
      statements.byIds(
          connection,
          "read-ended",
          List.of(before),
          row -> others.ends.add(new End(before, Rows.ended(row.getInt(2)), true)));
    }
  }

  /** Returns the tasks that this task has waited for, sorted by id. */
  List<Prerequisite> of(Connection connection, UUID waiter) throws SQLException {
    return statements.query(
        connection,
        "waited-for",
        b -> b.uuid(waiter),
        row -> {
          UUID on = statements.id(row, 1);
          int ended = row.getInt(2);
          return new Prerequisite(on, row.wasNull() ? null : Rows.ended(ended));
        });
  }

  /** Returns the state of the task's wait. */
  WaitState standing(Connection connection, UUID waiter) throws SQLException {
    return statements
        .query(connection, "waiting", b -> b.uuid(waiter), row -> standingOf(row.getInt(1)))
        .stream()
        .findFirst()
        .orElse(WaitState.OVER);
  }

  /**
   * Returns the state with this code. An unknown code, which other software has written, counts as
   * on hold: an operator can then release the task.
   */
  private static WaitState standingOf(int code) {
    for (WaitState standing : WaitState.values()) {
      if (standing.code() == code) {
        return standing;
      }
    }
    return WaitState.HELD;
  }

  private Waiter waiter(ResultSet row) throws SQLException {
    return new Waiter(
        statements.id(row, 1),
        row.getInt(2),
        standingOf(row.getInt(3)),
        row.getBoolean(6),
        micros(row.getLong(4)),
        micros(row.getLong(5)));
  }

  private static Duration micros(long micros) {
    return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }
}
