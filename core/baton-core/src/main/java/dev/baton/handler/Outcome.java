package dev.baton.handler;

import dev.baton.api.TaskRequest;
import dev.baton.handler.internal.DroppedOutcome;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt. A handler returns it, and Baton applies it to the task. Immutable.
 *
 * @param <R> the task's result; {@link Void} for none
 */
public sealed interface Outcome<R> permits HandlerOutcome {

  /** The kinds of outcomes. Newer versions may add kinds. */
  enum Kind {
    /** {@link #done()}, {@link #done(Object)} or {@link #doneAndForget()}. */
    DONE,
    /** {@link #next(TaskRequest)} or {@link #next(TaskRequest, Object)}. */
    NEXT,
    /** {@link #repeat(Duration)}. */
    REPEAT,
    /** {@link #snooze}. */
    SNOOZE,
    /** The task continues in another state at once. */
    GO_TO,
    /** The task waits, and then continues in another state. */
    PARK,
    /**
     * {@link #retry}, {@link #retryAfter}, {@link #commitAndRetry} or {@link #commitAndRetryAfter}.
     */
    RETRY,
    /** {@link #failed}. */
    FAILED
  }

  /** Returns the kind of the outcome, for interceptors. */
  Kind kind();

  /** Returns why the attempt failed; empty unless the kind is RETRY or FAILED. */
  Optional<String> error();

  /** Ends the task as DONE, without a result. */
  static Outcome<Void> done() {
    return new HandlerOutcome.Done<>(null, false);
  }

  /**
   * Ends the task as DONE and stores {@code result} with it.
   *
   * @param result null for no result
   */
  static <R> Outcome<R> done(@Nullable R result) {
    return new HandlerOutcome.Done<>(result, false);
  }

  /** Ends the task as DONE and deletes it at once: neither the task nor a result is kept. */
  static <R> Outcome<R> doneAndForget() {
    return DroppedOutcome.noted(new HandlerOutcome.Done<>(null, true));
  }

  /**
   * Ends the attempt as failed; the retry policy decides whether another attempt follows. Like an
   * exception of the handler, but without a stack trace. The transaction of a transactional handler
   * is rolled back.
   */
  static <R> Outcome<R> retry(String reason) {
    return DroppedOutcome.noted(new HandlerOutcome.Retry<>(null, reason, false));
  }

  /**
   * Ends the attempt as failed. The next attempt starts after {@code delay} if the retry policy
   * allows another attempt. The transaction of a transactional handler is rolled back.
   */
  static <R> Outcome<R> retryAfter(Duration delay, String reason) {
    return DroppedOutcome.noted(new HandlerOutcome.Retry<>(delay, reason, false));
  }

  /**
   * Ends the attempt as failed, but commits the transaction of a transactional handler, so that the
   * next attempt can read what this one wrote. The retry policy decides whether there is a next
   * attempt. For other handlers this is the same as {@link #retry}.
   */
  static <R> Outcome<R> commitAndRetry(String reason) {
    return DroppedOutcome.noted(new HandlerOutcome.Retry<>(null, reason, true));
  }

  /**
   * Ends the attempt as failed and commits, like {@link #commitAndRetry}. The next attempt starts
   * after {@code delay} if the retry policy allows another attempt.
   */
  static <R> Outcome<R> commitAndRetryAfter(Duration delay, String reason) {
    return DroppedOutcome.noted(new HandlerOutcome.Retry<>(delay, reason, true));
  }

  /**
   * Ends the task as FAILED: no retry follows, and Baton sends no alert for a single such task. The
   * transaction of a transactional handler is committed, as with every outcome except {@link
   * #retry} and {@link #retryAfter}. A handler that doesn't return an outcome throws {@link
   * FailTaskException}.
   */
  static <R> Outcome<R> failed(String reason) {
    return DroppedOutcome.noted(new HandlerOutcome.Failed<>(reason));
  }

  /**
   * Runs the task again after {@code delay}, because its work is not complete and has not failed.
   * Its checkpoint and its steps are kept. The counts of attempts and losses start again at zero.
   */
  static <R> Outcome<R> snooze(Duration delay) {
    return DroppedOutcome.noted(new HandlerOutcome.Snooze<>(When.in(delay)));
  }

  /**
   * Ends the task as DONE and adds the next task in the same transaction. A store without
   * transactions adds the next task first. With such a store, give the next task an id, so that a
   * repeated run adds it only once. Without an id, Baton adds nothing and stops this task in ERROR.
   */
  static <R> Outcome<R> next(TaskRequest<?, ?> next) {
    return DroppedOutcome.noted(new HandlerOutcome.Next<>(next, null));
  }

  /** Ends the task, like {@link #next(TaskRequest)}, and stores {@code result} with it. */
  static <R> Outcome<R> next(TaskRequest<?, ?> next, R result) {
    return DroppedOutcome.noted(new HandlerOutcome.Next<>(next, result));
  }

  /**
   * Ends the attempt as successful and runs the task again after {@code delay}. The counts of
   * attempts and losses start again at zero.
   */
  static <R> Outcome<R> repeat(Duration delay) {
    return DroppedOutcome.noted(new HandlerOutcome.Repeat<>(When.in(delay), null));
  }

  /**
   * Runs the task again, like {@link #repeat(Duration)}, and stores the result of this run, which
   * replaces the result of the previous run. {@link dev.baton.api.TaskHandle#lastResult} reads it.
   */
  static <R> Outcome<R> repeat(Duration delay, R result) {
    return DroppedOutcome.noted(new HandlerOutcome.Repeat<>(When.in(delay), result));
  }
}
