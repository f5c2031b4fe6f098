package dev.baton.handler;

import dev.baton.handler.internal.FailedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Decides whether and when a failed attempt is followed by another. Pure and thread-safe.
 *
 * @param <P> the payload
 */
@FunctionalInterface
public interface RetryPolicy<P> {

  /**
   * Returns how long to wait before the next attempt; empty when there is to be none, which leaves
   * the task in ERROR.
   */
  Optional<Duration> retryAfter(Failure<? extends P> failure);

  /**
   * Returns whether a failure of this attempt would be the last, as far as can be told beforehand.
   *
   * @param attempt 1 for the first
   */
  default boolean isLast(int attempt) {
    return false;
  }

  /** A failed attempt. Baton makes it; methods may be added. */
  interface Failure<P> {
    /** 1 for the first since the task last made progress. */
    int attempt();

    /** What the handler threw. */
    Throwable error();

    /**
     * What the task was added with; null for a type without payload. Each call reads it anew.
     *
     * @throws dev.baton.api.error.PayloadUnreadableException when it can't be read
     */
    P payload();

    /** What was carried from the adder. */
    Map<String, String> context();

    /** About what the database's clock shows. */
    Instant now();

    /** Where jitter comes from. */
    RandomGenerator random();

    /** A failure of a task added with this payload, long ago; for tests of policies. */
    static <P> Failure<P> of(P payload, int attempt, Throwable error) {
      return new FailedAttempt<>(
          attempt, error, () -> payload, Map.of(), Instant.EPOCH, new Random(1));
    }
  }
}
