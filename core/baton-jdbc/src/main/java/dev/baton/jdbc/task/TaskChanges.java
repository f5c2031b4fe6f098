package dev.baton.jdbc.task;

import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.rule.NextPosition;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Changes tasks like their store, and writes more in the same transaction: an operator's change and
 * its audit entry are both written, or neither is. Thread-safe.
 */
public final class TaskChanges {
  private final JdbcTaskStore tasks;

  public TaskChanges(JdbcTaskStore tasks) {
    this.tasks = tasks;
  }

  /** Work that is written together with transitions. */
  @FunctionalInterface
  public interface Afterwards {
    void with(Connection connection, List<Boolean> applied) throws SQLException;
  }

  /**
   * Applies transitions like {@link JdbcTaskStore#apply(List)}, and does more in the same
   * transaction.
   *
   * @param then receives which transitions were applied
   */
  public List<Boolean> apply(List<Transition> transitions, Afterwards then) {
    return tasks.apply(transitions, then);
  }

  /**
   * Calls {@link JdbcTaskStore#runAgain}, and does more in the same transaction if the task runs
   * again.
   */
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, Afterwards then) {
    return tasks.runAgain(id, version, placement, then);
  }
}
