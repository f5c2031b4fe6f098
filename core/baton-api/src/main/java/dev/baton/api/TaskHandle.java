package dev.baton.api;

import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.error.TaskNotDoneException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A reference to one task, through which you wait for its result on any node. {@link Tasks#submit}
 * and {@link Tasks#handle} create it. Immutable and thread-safe.
 *
 * <p>A wait ends when the task has ended. A task in ERROR has not ended, because a person may still
 * fix it: by default the wait continues, and with {@link #failOnError} it ends. If the database
 * can't be reached, waits continue when it returns. Waits end when the node stops: after a restart,
 * get a new handle with {@link Tasks#handle}.
 *
 * <p>A node waits for at most 100,000 tasks at a time; a further wait fails with an {@link
 * IllegalStateException}. A task counts from the first call of {@link #result}, {@link #end} or
 * {@link #await} until the task ends, even if {@code await} has timed out.
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
   * Returns a future that completes with the task's result, or with null if the handler returned
   * none. If the task did not succeed, the future fails with {@link TaskNotDoneException}, which
   * says how the task ended. If the stored result can't be read, it fails with {@link
   * PayloadException}.
   *
   * <p>Each call returns a new future. Cancelling it has no effect on the task. Baton completes the
   * future on one of its own threads: use an {@code ...Async} method for long dependent work.
   */
  CompletableFuture<@Nullable R> result();

  /**
   * Returns a future that completes with how the task ended. A task that failed or was cancelled is
   * a {@link TaskResult.NotDone} value. Otherwise the future fails as that of {@link #result}.
   */
  CompletableFuture<TaskResult<R>> end();

  /**
   * Blocks this thread until the task has ended, and returns its result, or null if the handler
   * returned none. The task continues if the wait times out.
   *
   * @param timeout how long to wait; zero or less not to wait
   * @throws TaskNotDoneException if the task ended without success
   * @throws TimeoutException if the task did not end within the timeout
   * @throws PayloadException if the stored result can't be read as a result of this type
   * @throws IllegalStateException if this thread is still in the transaction that adds the task,
   *     because the wait would never end, or if this node already waits for too many tasks
   */
  @Nullable R await(Duration timeout) throws InterruptedException, TimeoutException;

  /**
   * Returns the latest result, or empty if there is none. For a task that repeats, this is the
   * latest result that one of its runs returned. The result of a DONE task can be read while Baton
   * keeps the task's row.
   *
   * @throws PayloadException if the stored result can't be read as a result of this type
   * @throws StoreUnavailableException if the database can't be reached
   */
  Optional<R> lastResult();

  /**
   * Returns the progress that the task's handler last reported, or empty if it reported none. All
   * nodes can read a report within about a second.
   *
   * @throws StoreUnavailableException if the database can't be reached
   */
  Optional<Progress> progress();

  /**
   * Returns a handle that also stops waiting when the task is in ERROR. Its waits then fail with a
   * {@link TaskNotDoneException} whose end is {@link TaskNotDoneException.End#ERROR}, about a
   * second after the task stopped.
   */
  TaskHandle<R> failOnError();
}
