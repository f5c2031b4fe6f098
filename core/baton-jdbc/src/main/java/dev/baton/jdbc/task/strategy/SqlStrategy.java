package dev.baton.jdbc.task.strategy;

import dev.baton.jdbc.shared.ArraySharedRows;
import dev.baton.jdbc.shared.SharedRows;
import dev.baton.jdbc.sql.KeyRow;
import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
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
 * The operations whose SQL depends on the database. If it supports arrays, each is one statement;
 * otherwise rows are locked and then written.
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
   * Returns the strategy with arrays. {@code minTasks} is the number of finished tasks that must
   * end alike to share a row.
   */
  public static SqlStrategy arrays(Statements statements, int minTasks) {
    SharedRows shared = new ArraySharedRows(statements, minTasks);
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
     * At read committed, adds a task and its only key with one statement.
     *
     * @return true if both were added; false if the key is taken or the dialect has no such
     *     statement
     */
    default boolean named(Connection connection, NewTask task, KeyRow key) throws SQLException {
      return false;
    }

    /** Writes which task waits for which. */
    void waits(Connection connection, List<Wait> waits) throws SQLException;

    /** Writes the labels of tasks that were added earlier in the same transaction. */
    void labels(Connection connection, List<Label> labels) throws SQLException;

    /** Inserts the keys that don't exist yet, not even as expired keys. The keys must be sorted. */
    Set<KeyRow> keys(Connection connection, int isolation, List<KeyRow> keys) throws SQLException;
  }

  /** Claims ready tasks. */
  public interface Claims {
    /** Claims tasks. The requests must be sorted by id. */
    List<Task> claim(Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
        throws SQLException;
  }

  /** Writes transitions. */
  public interface Completions {
    /** Returns the number of statements that are needed. Several statements need a transaction. */
    int statements(List<Transition> transitions);

    /**
     * Applies transitions. They must be sorted by id, with at most one for each task.
     *
     * @param awaitedToo true to also end tasks that others wait for; the caller must then handle
     *     these ends in the same transaction
     * @return the tasks whose transitions were applied
     */
    Set<UUID> apply(Connection connection, List<Transition> transitions, boolean awaitedToo)
        throws SQLException;

    /**
     * Applies transitions like {@link #apply}, but skips tasks that others wait for and rows that
     * are locked.
     */
    Set<UUID> applyUnlocked(Connection connection, List<Transition> transitions)
        throws SQLException;

    /**
     * Returns whether an add locks a key that it finds taken. While an add has locked such a key,
     * {@link #applyUnlocked} skips the end of the key's task.
     */
    default boolean addsLockKeys() {
      return false;
    }

    /** Writes one end like {@link #applyUnlocked}, but first waits for the task's keys. */
    default Set<UUID> applyAfterKeys(Connection connection, Transition end) throws SQLException {
      return applyUnlocked(connection, List.of(end));
    }
  }

  /** Renews and confirms claims, which the caller must sort by id. */
  public interface Leases {
    /** Renews leases. Skips rows that are locked. */
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
     * Removes finished tasks whose retention has ended.
     *
     * @param finished maximum number of rows that contain one finished task each
     * @param others maximum number of keys, and of tasks in shared rows
     */
    int prune(Connection connection, int finished, int others) throws SQLException;
  }
}
