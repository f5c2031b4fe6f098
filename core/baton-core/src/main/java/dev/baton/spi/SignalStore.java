package dev.baton.spi;

import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;

/**
 * Applies the transitions of signals, in the database of the tasks. A {@link
 * TransactionalSignalStore} can also apply them in a caller's transaction. Thread-safe.
 */
public interface SignalStore {

  /**
   * Applies a transition, like {@link dev.baton.spi.core.TaskWriter#apply}, but only if the task
   * still has the state and data that the caller read. To compare the version isn't enough, because
   * a checkpoint doesn't change it, and the transition must not overwrite a checkpoint that the
   * caller hasn't read.
   *
   * @param seen the task as it was read
   * @return whether the transition was applied
   * @throws dev.baton.api.error.StoreUnavailableException if it isn't known whether the transition
   *     was applied
   */
  boolean apply(Task seen, Transition transition);
}
