package dev.baton.handler;

import dev.baton.api.TaskRequest;
import dev.baton.task.Bytes;
import dev.baton.task.internal.When;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt, as a handler returns it. Immutable.
 *
 * @param <R> the task's result; {@link Void} for none
 */
public sealed interface Outcome<R> {

  /** Ends the task as DONE, without a result. */
  static Outcome<Void> done() {
    return new Done<>(null, false);
  }

  /**
   * Ends the task as DONE and stores this result with it.
   *
   * @param result null for no result
   */
  static <R> Outcome<R> done(@Nullable R result) {
    return new Done<>(result, false);
  }

  /** Ends the task successfully and deletes it: neither the task nor a result is kept. */
  static <R> Outcome<R> doneAndForget() {
    return new Done<>(null, true);
  }

  /**
   * Ends the attempt as failed; the retry policy decides what happens. This works like an
   * exception, but without a stack trace. The transaction of a transactional handler is rolled
   * back.
   */
  static <R> Outcome<R> retry(String reason) {
    return new Retry<>(null, reason, false);
  }

  /**
   * Ends the attempt as failed; the next one starts after this delay, if retries are left. The
   * transaction of a transactional handler is rolled back.
   */
  static <R> Outcome<R> retryAfter(Duration delay, String reason) {
    return new Retry<>(delay, reason, false);
  }

  /**
   * Ends the attempt as failed, but commits the transaction of a transactional handler, so that the
   * next attempt can read what this one wrote. The retry policy decides whether there is a next
   * attempt. For other handlers this is the same as {@link #retry}.
   */
  static <R> Outcome<R> commitAndRetry(String reason) {
    return new Retry<>(null, reason, true);
  }

  /**
   * Works as {@link #commitAndRetry}, but the next attempt starts after this delay, if retries are
   * left.
   */
  static <R> Outcome<R> commitAndRetryAfter(Duration delay, String reason) {
    return new Retry<>(delay, reason, true);
  }

  /**
   * Ends the task as FAILED: no retry follows, and one such task alone raises no alert. The
   * transaction of a transactional handler is committed, as with every outcome except {@link
   * #retry} and {@link #retryAfter}.
   */
  static <R> Outcome<R> failed(String reason) {
    return new Failed<>(reason);
  }

  /**
   * Runs the task again after this delay, because it is not finished and has not failed. Its
   * checkpoint and its steps are kept. The counts of attempts and losses start again at zero.
   */
  static <R> Outcome<R> snooze(Duration delay) {
    return new Snooze<>(When.in(delay));
  }

  /**
   * Ends the task as DONE and adds the next task in the same transaction. A store without
   * transactions adds the next task first. With such a store, give the next task an id, so that a
   * repeated run adds it only once: without an id nothing is added, and this task stops in ERROR.
   */
  static <R> Outcome<R> next(TaskRequest<?, ?> next) {
    return new Next<>(next);
  }

  /**
   * Ends the attempt as successful and runs the task again after this delay. The counts of attempts
   * and losses start again at zero.
   */
  static <R> Outcome<R> repeat(Duration delay) {
    return new Repeat<>(When.in(delay), null);
  }

  /**
   * Works as {@link #repeat(Duration)} and stores the result of this run in place of the previous
   * one. {@link dev.baton.api.TaskHandle#lastResult} reads it.
   */
  static <R> Outcome<R> repeat(Duration delay, R result) {
    return new Repeat<>(When.in(delay), result);
  }

  /** See {@link #done()}. */
  record Done<R>(@Nullable R result, boolean forget) implements Outcome<R> {}

  /**
   * See {@link #retry(String)}.
   *
   * @param commits whether the transaction of a transactional handler is committed
   */
  record Retry<R>(@Nullable Duration delay, String reason, boolean commits) implements Outcome<R> {
    public Retry {
      if (delay != null) {
        When.in(delay);
      }
    }
  }

  /** See {@link #failed(String)}. */
  record Failed<R>(String reason) implements Outcome<R> {}

  /** See {@link #snooze(Duration)}. */
  record Snooze<R>(When until) implements Outcome<R> {}

  /**
   * Outcome of a task that waits in this state, with this data, until the given time and then runs
   * again.
   */
  record Park<R>(When until, String state, @Nullable Bytes data) implements Outcome<R> {}

  /**
   * Outcome of a task that moves to this state at once. The change is durable before Baton calls
   * the handler again.
   */
  record GoTo<R>(String state, @Nullable Bytes data) implements Outcome<R> {}

  /** See {@link #next(TaskRequest)}. */
  record Next<R>(TaskRequest<?, ?> next) implements Outcome<R> {}

  /** See {@link #repeat(Duration)}. */
  record Repeat<R>(When next, @Nullable R result) implements Outcome<R> {}
}
