package dev.baton.api;

import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.TaskNotDoneException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * One task, and the way to its result, whichever node runs it. {@link Tasks#submit} and {@link
 * Tasks#handle} make it. Immutable and thread-safe; costs nothing until it is asked.
 *
 * <p>A wait ends when the task has ended. A task in ERROR hasn't, and a person may still mend it:
 * by default a wait continues then, and by {@link #failOnError} it ends. Nothing is waited for
 * across a restart: make a new handle from the id.
 *
 * <p>The task is of the handle's type, or of one whose name begins with its name. If the task turns
 * out to be of another type, waits and {@link #lastResult} fail with an {@link
 * IllegalArgumentException}.
 *
 * @param <R> the result
 */
public interface TaskHandle<R> {

  /** Returns the task's id. */
  UUID taskId();

  /**
   * Completes with the result, or with null if there is none. If the task didn't succeed, it fails
   * with {@link TaskNotDoneException}, which says how the task ended. Each call returns a future of
   * its own.
   */
  CompletableFuture<R> result();

  /** Completes with the end of the task: a task without a result is a value here, no failure. */
  CompletableFuture<TaskResult<R>> end();

  /**
   * Waits on this thread for the result, and returns null if there is none. The task continues if
   * the wait times out.
   *
   * @throws TaskNotDoneException when the task ended otherwise
   * @throws TimeoutException when the task hasn't ended in this time
   * @throws IllegalStateException when this thread is still in the transaction that adds the task:
   *     it would wait for ever
   */
  R await(Duration timeout) throws InterruptedException, TimeoutException;

  /**
   * Returns the latest result. A task that repeats has the result of its latest run that gave one;
   * a DONE task has its result as long as the task is kept. Empty when there is none.
   *
   * @throws PayloadUnreadableException when the stored result isn't one of this type
   */
  Optional<R> lastResult();

  /**
   * Returns what the task's handler last reported by {@code Attempt#progress}. Empty when the task
   * reported no progress. All nodes see a report after about a second.
   */
  Optional<Progress> progress();

  /**
   * Returns a handle whose waits end, with {@link TaskNotDoneException.End#ERROR}, also when the
   * task stops in ERROR, about a second after.
   */
  TaskHandle<R> failOnError();
}
