package dev.baton.api;

import dev.baton.api.error.TaskNotDoneException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a task that a caller has awaited.
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
   * @param error see {@link TaskNotDoneException#error}
   */
  record NotDone<R>(TaskNotDoneException.End end, Optional<String> error)
      implements TaskResult<R> {}
}
