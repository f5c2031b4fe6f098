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
 * Changes tasks as their store does, and writes more in the same transaction: what operators change
 * stands in the audit, or isn't changed. Thread-safe.
 */
public final class TaskChanges {
  private final JdbcTaskStore tasks;

  public TaskChanges(JdbcTaskStore tasks) {
    this.tasks = tasks;
  }

  /** What is written together with transitions. */
  @FunctionalInterface
  public interface Afterwards {
    void with(Connection connection, List<Boolean> applied) throws SQLException;
  }

  /**
   * As {@link JdbcTaskStore#apply(List)}, and then more in the same transaction.
   *
   * @param then told which were applied
   */
  public List<Boolean> apply(List<Transition> transitions, Afterwards then) {
    return tasks.apply(transitions, then);
  }

  /** As {@link JdbcTaskStore#runAgain}, and then more in the same transaction, if it was done. */
  public Optional<RunAgainRefusal> runAgain(
      UUID id, long version, NextPosition placement, Afterwards then) {
    return tasks.runAgain(id, version, placement, then);
  }
}
