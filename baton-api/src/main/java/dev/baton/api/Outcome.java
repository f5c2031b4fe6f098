package dev.baton.api;

import dev.baton.task.Bytes;
import dev.baton.task.When;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a handler says that its attempt ended. */
public sealed interface Outcome {

  /** It went well. */
  static Outcome done() {
    return new Done(null, false);
  }

  /** It went well, with a result to be kept with the finished task. */
  static Outcome done(Bytes result) {
    return new Done(result, false);
  }

  /** It went well, and nothing of the task is to be kept. */
  static Outcome doneAndForget() {
    return new Done(null, true);
  }

  /**
   * It failed; the retry policy decides what happens. The same as throwing, without a stack trace:
   * what a transactional handler wrote is rolled back.
   */
  static Outcome retry(String reason) {
    return new Retry(null, reason, false);
  }

  /**
   * It failed and is to be tried again after so long, as long as retries are left. What a
   * transactional handler wrote is rolled back.
   */
  static Outcome retryAfter(Duration delay, String reason) {
    return new Retry(delay, reason, false);
  }

  /**
   * It failed, and what a transactional handler wrote is committed with that: the next attempt, if
   * the retry policy allows one, finds it. For other handlers the same as {@link #retry}.
   */
  static Outcome commitAndRetry(String reason) {
    return new Retry(null, reason, true);
  }

  /** As {@link #commitAndRetry}, tried again after so long, as long as retries are left. */
  static Outcome commitAndRetryAfter(Duration delay, String reason) {
    return new Retry(delay, reason, true);
  }

  /**
   * The task is FAILED: no retry, no alert. What a transactional handler wrote is committed with
   * that, as with every outcome but {@link #retry} and {@link #retryAfter}.
   */
  static Outcome failed(String reason) {
    return new Failed(reason);
  }

  /** Waits until then in this state with this data, and is run again; counts start anew. */
  static Outcome park(Instant until, String state, @Nullable Bytes data) {
    return new Park(When.at(until), state, data);
  }

  /** Waits so long in this state with this data, and is run again; counts start anew. */
  static Outcome park(Duration delay, String state, @Nullable Bytes data) {
    return new Park(When.in(delay), state, data);
  }

  /** Goes on to another state at once; it is durable before the handler is called again. */
  static Outcome goTo(String state, @Nullable Bytes data) {
    return new GoTo(state, data);
  }

  /** Ends well and adds the next task in the same transaction. */
  static Outcome next(TaskRequest next) {
    return new Next(next);
  }

  /** It went well and is to be run again after so long; counts start anew. */
  static Outcome repeat(Duration delay) {
    return new Repeat(When.in(delay), null);
  }

  /**
   * As {@link #repeat(Duration)}, with what this run came to: it is kept in place of the last
   * one's, for {@link Tasks#lastResult}. Typed: {@link TaskType#repeat}.
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
  record Next(TaskRequest next) implements Outcome {}

  /** See {@link #repeat(Duration)}. */
  record Repeat(When next, @Nullable Bytes result) implements Outcome {}
}
