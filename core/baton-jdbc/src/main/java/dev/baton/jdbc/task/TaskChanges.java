package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.Statements;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.NoteCut;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Changes tasks and writes more in the same transaction. So an operator's change and its audit
 * entry are either both written or not at all. Thread-safe.
 */
public final class TaskChanges {
  private final JdbcTaskStore tasks;

  public TaskChanges(JdbcTaskStore tasks) {
    this.tasks = tasks;
  }

  /** Work that follows in the transaction that has written the transitions of some tasks. */
  @FunctionalInterface
  public interface Afterwards {
    void with(Connection connection, Set<UUID> applied) throws SQLException;
  }

  /**
   * Applies transitions of different tasks like {@link JdbcTaskStore#apply(List)}, and does further
   * work in the same transaction. Several transitions are applied in parts if they can't be applied
   * together, and without the tasks that other transactions have locked.
   *
   * @param then receives, for each part, the tasks whose transitions were applied
   * @return the tasks whose transitions were applied
   */
  public Set<UUID> apply(List<Transition> transitions, Afterwards then) {
    return tasks.apply(transitions, then);
  }

  /**
   * Calls {@link JdbcTaskStore#runAgain}. If the task runs again, does further work in the same
   * transaction.
   *
   * @param cut the notes that the task loses
   */
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, NoteCut cut, Afterwards then) {
    return tasks.runAgain(id, version, placement, cut, then);
  }

  /** Deletes the notes of a cut, in a transaction that has written the task's row. */
  public static void cut(Statements statements, Connection connection, UUID task, NoteCut cut)
      throws SQLException {
    JdbcNoteStore.cut(statements, connection, task, cut);
  }
}
