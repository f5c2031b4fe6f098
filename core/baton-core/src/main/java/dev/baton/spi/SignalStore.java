package dev.baton.spi;

import dev.baton.task.internal.Task;
import dev.baton.task.rule.Transition;

/**
 * Changes tasks for those who signal them. A seam beside the store of tasks, on the same database.
 * What else can be done in a caller's transaction is for a {@link TransactionalSignalStore}.
 * Thread-safe.
 */
public interface SignalStore {

  /**
   * Applies a transition, as {@link dev.baton.spi.core.TaskWriter#apply} does, if the task also has
   * the application's state and data that the author of the transition read. A version alone
   * doesn't say so: a checkpoint keeps it, and must not be undone.
   *
   * @param seen the task as it was read
   * @return whether it was applied
   * @throws dev.baton.api.error.StoreUnavailableException when it isn't known whether it was
   */
  boolean apply(Task seen, Transition transition);
}
