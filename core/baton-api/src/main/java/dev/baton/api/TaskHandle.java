package dev.baton.api;

import dev.baton.api.error.PayloadException;
import dev.baton.api.error.TaskNotDoneException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * A reference to one task, through which you wait for its result on any node. {@link Tasks#submit}
 * and {@link Tasks#handle} create it. Immutable and thread-safe; uses no resources until you call a
 * method.
 *
 * <p>A wait ends when the task has ended. A task in ERROR has not ended, because a person may still
 * fix it: by default the wait continues, and with {@link #failOnError} it ends. Waits end when the
 * process stops: after a restart, get a new handle with {@link Tasks#handle}.
 *
 * <p>The task must have the handle's type, or a type whose name begins with the name of the
 * handle's type. Otherwise waits and {@link #lastResult} fail with an {@link
 * IllegalArgumentException}.
 *
 * @param <R> the result
 */
public interface TaskHandle<R> {

  /** Returns the task's id. */
  UUID taskId();

  /**
   * Returns a future of the task's result; its value is null if the task has none. If the task did
   * not succeed, the future fails with {@link TaskNotDoneException}, which says how the task ended.
   * Each call returns a new future.
   */
  CompletableFuture<R> result();

  /**
   * Returns a future of how the task ended. A task that failed or was cancelled is a {@link
   * TaskResult.NotDone} value, not a failure of the future.
   */
  CompletableFuture<TaskResult<R>> end();

  /**
   * Blocks this thread until the task has a result, and returns it, or null if there is none. The
   * task continues if the wait times out.
   *
   * @throws TaskNotDoneException if the task ended without success
   * @throws TimeoutException if the task did not end in this time
   * @throws IllegalStateException if this thread is still in the transaction that adds the task,
   *     because the wait would never end
   */
  R await(Duration timeout) throws InterruptedException, TimeoutException;

  /**
   * Returns the latest result, or empty if there is none. For a task that repeats, this is the
   * latest result that one of its runs returned. A DONE task has its result while the task is kept.
   *
   * @throws PayloadException if the stored result can't be read as a result of this type
   */
  Optional<R> lastResult();

  /**
   * Returns the progress that the task's handler last reported by {@code Attempt#progress}, or
   * empty if it reported none. A report can be read on all nodes after about a second.
   */
  Optional<Progress> progress();

  /**
   * Returns a handle whose waits also end about a second after the task stops in ERROR, with {@link
   * TaskNotDoneException.End#ERROR}.
   */
  TaskHandle<R> failOnError();
}
