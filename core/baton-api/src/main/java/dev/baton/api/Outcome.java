package dev.baton.api;

import dev.baton.task.Bytes;
import dev.baton.task.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a handler says that its attempt ended. */
public sealed interface Outcome {

  /** The attempt succeeded: the task is DONE. */
  static Outcome done() {
    return new Done(null, false);
  }

  /** The attempt succeeded: the task is DONE, and this result is kept with it. */
  static Outcome done(Bytes result) {
    return new Done(result, false);
  }

  /** The attempt succeeded: the task is DONE, and nothing of it is kept. */
  static Outcome doneAndForget() {
    return new Done(null, true);
  }

  /**
   * The attempt failed; the retry policy decides what happens. The same as throwing, without a
   * stack trace: what a transactional handler wrote is rolled back.
   */
  static Outcome retry(String reason) {
    return new Retry(null, reason, false);
  }

  /**
   * The attempt failed; the next one starts after this delay, if retries are left. What a
   * transactional handler wrote is rolled back.
   */
  static Outcome retryAfter(Duration delay, String reason) {
    return new Retry(delay, reason, false);
  }

  /**
   * The attempt failed, but what a transactional handler wrote is committed with the failure, so
   * that the next attempt, if the retry policy allows one, finds it. For other handlers the same as
   * {@link #retry}.
   */
  static Outcome commitAndRetry(String reason) {
    return new Retry(null, reason, true);
  }

  /** As {@link #commitAndRetry}; the next attempt starts after this delay, if retries are left. */
  static Outcome commitAndRetryAfter(Duration delay, String reason) {
    return new Retry(delay, reason, true);
  }

  /**
   * The task is FAILED: no retry, and no alert for one such task alone. What a transactional
   * handler wrote is committed with that, as with every outcome but {@link #retry} and {@link
   * #retryAfter}.
   */
  static Outcome failed(String reason) {
    return new Failed(reason);
  }

  /**
   * The task waits until this time, in this state and with this data, and then runs again. Its
   * counts of attempts and losses start anew.
   */
  static Outcome park(Instant until, String state, @Nullable Bytes data) {
    return new Park(When.at(until), state, data);
  }

  /**
   * The task waits for this long, in this state and with this data, and then runs again. Its counts
   * of attempts and losses start anew.
   */
  static Outcome park(Duration delay, String state, @Nullable Bytes data) {
    return new Park(When.in(delay), state, data);
  }

  /**
   * The task goes on to another state at once. The state is durable before Baton calls the handler
   * again.
   */
  static Outcome goTo(String state, @Nullable Bytes data) {
    return new GoTo(state, data);
  }

  /**
   * The task is DONE, and the next task is added in the same transaction. On a store without
   * transactions Baton adds the next task first. There it needs an id of its own, so that a
   * repeated run adds it only once. Without one, nothing is added, and this task stops in ERROR.
   */
  static Outcome next(TaskRequest<?, ?> next) {
    return new Next(next);
  }

  /**
   * The attempt succeeded, and the task runs again after this delay. Its counts of attempts and
   * losses start anew.
   */
  static Outcome repeat(Duration delay) {
    return new Repeat(When.in(delay), null);
  }

  /**
   * As {@link #repeat(Duration)}, with the result of this run, which replaces that of the run
   * before; {@link Tasks#lastResult} reads it. Typed tasks use {@link TaskType#repeat}.
   */
  static Outcome repeat(Duration delay, Bytes result) {
    return new Repeat(When.in(delay), result);
  }

  /** See {@link #done()}. */
  record Done(@Nullable Bytes result, boolean forget) implements Outcome {}

  /**
   * See {@link #retry(String)}.
   *
   * @param commits whether what a transactional handler wrote stays
   */
  record Retry(@Nullable Duration delay, String reason, boolean commits) implements Outcome {
    public Retry {
      if (delay != null) {
        When.in(delay);
      }
    }
  }

  /** See {@link #failed(String)}. */
  record Failed(String reason) implements Outcome {}

  /** See {@link #park(Instant, String, Bytes)}. */
  record Park(When until, String state, @Nullable Bytes data) implements Outcome {}

  /** See {@link #goTo(String, Bytes)}. */
  record GoTo(String state, @Nullable Bytes data) implements Outcome {}

  /** See {@link #next(TaskRequest)}. */
  record Next(TaskRequest<?, ?> next) implements Outcome {}

  /** See {@link #repeat(Duration)}. */
  record Repeat(When next, @Nullable Bytes result) implements Outcome {}
}
