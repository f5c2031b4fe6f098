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
 * The verbs whose shape depends on the database: one statement over arrays where it can, lock then
 * write where it can't.
 */
public record SqlStrategy(
    Adds adds,
    Claims claims,
    Completions completions,
    Leases leases,
    Queues queues,
    SharedRows shared) {

  /** Those that suit the database of these statements. */
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

  /** Those over arrays, where so many kept tasks that end alike share a row. */
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
     * Adds a task and its only key by one statement, at read committed.
     *
     * @return whether both are there; neither is when the key is taken, or there is no such
     *     statement
     */
    default boolean named(Connection connection, NewTask task, KeyRow key) throws SQLException {
      return false;
    }

    /** Writes who waits for whom. */
    void waits(Connection connection, List<Wait> waits) throws SQLException;

    /** Writes the labels of tasks that were added before, in the same transaction. */
    void labels(Connection connection, List<Label> labels) throws SQLException;

    /** Inserts the keys that nobody has, live or expired; the keys come in order. */
    Set<KeyRow> keys(Connection connection, int isolation, List<KeyRow> keys) throws SQLException;
  }

  /** Takes ready tasks. */
  public interface Claims {
    /** Requests come in the order of ids. */
    List<Task> claim(Connection connection, UUID owner, Duration lease, List<ClaimRequest> requests)
        throws SQLException;
  }

  /** Writes transitions. */
  public interface Completions {
    /** How many statements it takes: more than one need a transaction around them. */
    int statements(List<Transition> transitions);

    /**
     * Transitions come in the order of ids, one for each.
     *
     * @param awaitedToo whether tasks that others wait for may be ended, too: whoever says so tells
     *     the others in the same transaction
     * @return the tasks whose guard held and that were written
     */
    Set<UUID> apply(Connection connection, List<Transition> transitions, boolean awaitedToo)
        throws SQLException;

    /** As above, except for tasks that others wait for, and rows that somebody else has locked. */
    Set<UUID> applyFree(Connection connection, List<Transition> transitions) throws SQLException;

    /**
     * Whether adds lock the keys that they find taken. The end of a task with such a key is left
     * out by {@link #applyFree} while an add has it locked.
     */
    default boolean addsLockKeys() {
      return false;
    }

    /** As {@link #applyFree} for one end, but waits for its keys: before it locks the task. */
    default Set<UUID> applyAfterKeys(Connection connection, Transition end) throws SQLException {
      return applyFree(connection, List.of(end));
    }
  }

  /** Keeps what is held. Holds come in the order of ids. */
  public interface Leases {
    /** Passes over rows that somebody else has locked. */
    Set<UUID> renew(Connection connection, Duration lease, List<ClaimFence> held)
        throws SQLException;

    Set<UUID> confirm(Connection connection, List<ClaimFence> held) throws SQLException;
  }

  /** Looks at many tasks in their indexes' order. */
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
     * Removes what has been kept long enough.
     *
     * @param finished how many rows of one finished task at the most
     * @param others how many keys, and how many tasks that share rows
     */
    int prune(Connection connection, int finished, int others) throws SQLException;
  }
}
