package dev.baton.api;

import dev.baton.api.error.TaskNotDoneException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an awaited task ended.
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
   * @param value null where the handler gave no result
   */
  record Done<R>(@Nullable R value) implements TaskResult<R> {}

  /**
   * The task has no result.
   *
   * @param end how it ended, or why the wait did
   * @param error as {@link TaskNotDoneException#error}
   */
  record NotDone<R>(TaskNotDoneException.End end, Optional<String> error)
      implements TaskResult<R> {}
}
