package dev.baton.api;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Decides whether and when a failed attempt is followed by another. Pure and thread-safe. */
@FunctionalInterface
public interface RetryPolicy {

  /**
   * How long to wait before the next attempt; empty when there is to be none, which leaves the task
   * in ERROR.
   */
  Optional<Duration> retryAfter(Failure failure);

  /**
   * Whether a failure of this attempt would be the last, as far as can be told beforehand.
   *
   * @param attempt 1 for the first
   */
  default boolean isLast(int attempt) {
    return false;
  }

  /** When a successful task is to run again; empty, the default, when it is done. */
  default Optional<Duration> repeatAfter() {
    return Optional.empty();
  }

  /** This policy, but another for errors of one class; a rule added later goes before. */
  default RetryPolicy on(Class<? extends Throwable> error, RetryPolicy policy) {
    return new RetryByError(this, error, policy);
  }

  /**
   * A failed attempt.
   *
   * @param attempt 1 for the first
   * @param error what the handler threw
   * @param random where jitter comes from
   */
  record Failure(int attempt, Throwable error, RandomGenerator random) {}
}
