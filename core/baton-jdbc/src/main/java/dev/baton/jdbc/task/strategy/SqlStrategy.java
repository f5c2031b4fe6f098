package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.shared.ArraySharedRows;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.Candidate;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The verbs whose SQL depends on the database: one statement over arrays if it supports them,
 * otherwise lock and then write.
 */
public record SqlStrategy(
    Adds adds,
    Claims claims,
    Completions completions,
    Leases leases,
    Queues queues,
    SharedRows shared) {

  /** Returns the strategy for the database of these statements. */
  public static SqlStrategy of(Statements statements) {
    if (statements.dialect().takesArrays()) {
      return arrays(statements, ArraySharedRows.MIN_TASKS);
    }
    LockingClaims claims = new LockingClaims(statements);
    FlowScan scan =
        statements.dialect().hasCheapStatements()
            ? new WalkedFlowScan(statements)
            : new GroupedFlowScan(statements);
    return new SqlStrategy(
        new LockingAdds(statements),
        claims,
        new LockingCompletions(statements),
        claims,
        new LockingQueues(statements, scan),
        SharedRows.NONE);
  }

  /**
   * Returns the strategy over arrays, with the minimum number of alike finished tasks that share a
   * row.
   */
  public static SqlStrategy arrays(Statements statements, int minTasks) {
    SharedRows shared = new ArraySharedRows(new SharedRowSql(statements), minTasks);
    ArrayClaims claims = new ArrayClaims(statements);
    return new SqlStrategy(
        new ArrayAdds(statements),
        claims,
        new ArrayCompletions(statements, shared),
        claims,
        new ArrayQueues(statements, shared),
        shared);
  }

  /** Writes new tasks and their keys. */
  public interface Adds {
    void tasks(Connection connection, List<NewTask> tasks) throws SQLException;

    /**
     * Adds a task and its only key with one statement, at read committed.
     *
     * @return true if both were added; false if the key is taken or there is no such statement
     */
    default boolean named(Connection connection, NewTask task, KeyRow key) throws SQLException {
      return false;
    }

    /** Writes which task waits for which. */
    void waits(Connection connection, List<Wait> waits) throws SQLException;

    /** Writes the labels of tasks that were added earlier in the same transaction. */
    void labels(Connection connection, List<Label> labels) throws SQLException;

    /** Inserts the keys that no task has, live or expired; the keys are in order. */
    Set<KeyRow> keys(Connection connection, int isolation, List<KeyRow> keys) throws SQLException;
  }

  /** Claims ready tasks. */
  public interface Claims {
    /** Claims tasks; requests are in the order of ids. */
    List<Task> claim(Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
        throws SQLException;
  }

  /** Writes transitions. */
  public interface Completions {
    /** Returns the number of statements needed: more than one need a transaction around them. */
    int statements(List<Transition> transitions);

    /**
     * Applies transitions, which are in the order of ids, one for each task.
     *
     * @param awaitedToo whether tasks that others wait for may be ended too; the caller must then
     *     notify those waiters in the same transaction
     * @return the tasks whose guard matched and that were written
     */
    Set<UUID> apply(Connection connection, List<Transition> transitions, boolean awaitedToo)
        throws SQLException;

    /** Applies transitions, except for tasks that others wait for and rows that are locked. */
    Set<UUID> applyFree(Connection connection, List<Transition> transitions) throws SQLException;

    /**
     * Returns whether adds lock the keys that they find taken. {@link #applyFree} skips the end of
     * a task with such a key while an add has locked it.
     */
    default boolean addsLockKeys() {
      return false;
    }

    /** Calls {@link #applyFree} for one end, but waits for its keys before it locks the task. */
    default Set<UUID> applyAfterKeys(Connection connection, Transition end) throws SQLException {
      return applyFree(connection, List.of(end));
    }
  }

  /** Renews and confirms claims, which are in the order of ids. */
  public interface Leases {
    /** Renews leases; skips rows that are locked. */
    Set<UUID> renew(Connection connection, Duration lease, List<ClaimFence> held)
        throws SQLException;

    Set<UUID> confirm(Connection connection, List<ClaimFence> held) throws SQLException;
  }

  /** Reads many tasks in the order of an index. */
  public interface Queues {
    List<Candidate> firstOfEachFlow(
        Connection connection, String bucket, @Nullable Candidate after, int limit)
        throws SQLException;

    List<Candidate> scan(Connection connection, String bucket, @Nullable Candidate after, int limit)
        throws SQLException;

    List<Candidate> fetch(
        Connection connection, String bucket, List<FetchRequest> requests, int limit)
        throws SQLException;

    List<Candidate> due(Connection connection, Duration hintExpiry, Instant since, int limit)
        throws SQLException;

    List<Task> overdue(Connection connection, SweepPlace leases, SweepPlace hints, int limit)
        throws SQLException;

    /**
     * Removes finished tasks whose retention is over.
     *
     * @param finished maximum number of rows with one finished task each
     * @param others maximum number of keys, and of tasks that share rows
     */
    int prune(Connection connection, int finished, int others) throws SQLException;
  }
}
