package dev.baton.api;

import dev.baton.api.error.TaskNotDoneException;
import org.jspecify.annotations.Nullable;

/**
 * How a task ended, for a caller that waited for it.
 *
 * @param <R> the result
 */
public sealed interface TaskResult<R> {

  /** Returns whether the task is DONE. */
  default boolean isDone() {
    return this instanceof Done;
  }

  /**
   * The task is DONE.
   *
   * @param value the result; null if the handler returned none
   */
  record Done<R>(@Nullable R value) implements TaskResult<R> {}

  /**
   * The task did not succeed, or the wait ended before the task did.
   *
   * @param end how the task ended, or why the wait ended
   * @param error the stored reason, see {@link TaskNotDoneException#error}; null if none is stored
   */
  record NotDone<R>(TaskNotDoneException.End end, @Nullable String error)
      implements TaskResult<R> {}
}
