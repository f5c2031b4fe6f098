package dev.baton.handler;

import dev.baton.api.TaskRequest;
import dev.baton.task.Bytes;
import dev.baton.task.internal.When;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a handler says that its attempt ended. Immutable.
 *
 * @param <R> the task's result; {@link Void} for none
 */
public sealed interface Outcome<R> {

  /** The attempt succeeded: the task, which has no result, is DONE. */
  static Outcome<Void> done() {
    return new Done<>(null, false);
  }

  /**
   * The attempt succeeded: the task is DONE, and this result is kept with it.
   *
   * @param result null for none
   */
  static <R> Outcome<R> done(@Nullable R result) {
    return new Done<>(result, false);
  }

  /** The attempt succeeded: the task is DONE, and nothing of it is kept. */
  static <R> Outcome<R> doneAndForget() {
    return new Done<>(null, true);
  }

  /**
   * The attempt failed; the retry policy decides what happens. The same as throwing, without a
   * stack trace: what a transactional handler wrote is rolled back.
   */
  static <R> Outcome<R> retry(String reason) {
    return new Retry<>(null, reason, false);
  }

  /**
   * The attempt failed; the next one starts after this delay, if retries are left. What a
   * transactional handler wrote is rolled back.
   */
  static <R> Outcome<R> retryAfter(Duration delay, String reason) {
    return new Retry<>(delay, reason, false);
  }

  /**
   * The attempt failed, but what a transactional handler wrote is committed with the failure, so
   * that the next attempt, if the retry policy allows one, finds it. For other handlers the same as
   * {@link #retry}.
   */
  static <R> Outcome<R> commitAndRetry(String reason) {
    return new Retry<>(null, reason, true);
  }

  /**
   * Does the same as {@link #commitAndRetry}, but the next attempt starts after this delay, if
   * retries are left.
   */
  static <R> Outcome<R> commitAndRetryAfter(Duration delay, String reason) {
    return new Retry<>(delay, reason, true);
  }

  /**
   * The task is FAILED: no retry, and no alert for one such task alone. What a transactional
   * handler wrote is committed with that, as with every outcome but {@link #retry} and {@link
   * #retryAfter}.
   */
  static <R> Outcome<R> failed(String reason) {
    return new Failed<>(reason);
  }

  /**
   * The task is not finished and has not failed: it runs again after this delay. Its checkpoint and
   * its steps are kept. Attempts and losses are counted from zero again.
   */
  static <R> Outcome<R> snooze(Duration delay) {
    return new Snooze<>(When.in(delay));
  }

  /**
   * The task is DONE, and the next task is added in the same transaction. A store without
   * transactions adds the next task first. There, give the next task an id, so that a repeated run
   * adds it only once: without an id nothing is added, and this task stops in ERROR.
   */
  static <R> Outcome<R> next(TaskRequest<?, ?> next) {
    return new Next<>(next);
  }

  /**
   * The attempt succeeded, and the task runs again after this delay. Attempts and losses are
   * counted from zero again.
   */
  static <R> Outcome<R> repeat(Duration delay) {
    return new Repeat<>(When.in(delay), null);
  }

  /**
   * Does the same as {@link #repeat(Duration)}, and keeps the result of this run in place of the
   * one before. {@link dev.baton.api.TaskHandle#lastResult} reads it.
   */
  static <R> Outcome<R> repeat(Duration delay, R result) {
    return new Repeat<>(When.in(delay), result);
  }

  /** See {@link #done()}. */
  record Done<R>(@Nullable R result, boolean forget) implements Outcome<R> {}

  /**
   * See {@link #retry(String)}.
   *
   * @param commits whether what a transactional handler wrote stays
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

  /** The task waits until then, in this state and with this data, and then runs again. */
  record Park<R>(When until, String state, @Nullable Bytes data) implements Outcome<R> {}

  /** The task goes on to this state at once; it is durable before the handler is called again. */
  record GoTo<R>(String state, @Nullable Bytes data) implements Outcome<R> {}

  /** See {@link #next(TaskRequest)}. */
  record Next<R>(TaskRequest<?, ?> next) implements Outcome<R> {}

  /** See {@link #repeat(Duration)}. */
  record Repeat<R>(When next, @Nullable R result) implements Outcome<R> {}
}
