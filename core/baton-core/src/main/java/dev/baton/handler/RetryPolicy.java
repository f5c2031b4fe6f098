package dev.baton.handler;

import dev.baton.handler.internal.FailedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Decides whether and when another attempt follows a failed one. An implementation must be pure and
 * thread-safe.
 *
 * @param <P> the payload
 */
@FunctionalInterface
public interface RetryPolicy<P> {

  /**
   * Returns how long to wait before the next attempt. An empty result means no further attempt: the
   * task stops in ERROR.
   */
  Optional<Duration> retryAfter(Failure<? extends P> failure);

  /**
   * Returns whether the attempt is known in advance to be the last. By default, it isn't.
   *
   * @param attempt the number of the attempt, from 1
   */
  default boolean isLast(int attempt) {
    return false;
  }

  /** A failed attempt. Baton implements this interface and may add methods to it. */
  interface Failure<P> {
    /** Returns the number of the attempt; see {@link Attempt#number}. */
    int attempt();

    /** Returns the error that the handler threw. */
    Throwable error();

    /**
     * Returns the payload of the task; null for a type without payload. Each call decodes it again.
     *
     * @throws dev.baton.api.error.PayloadException if the payload can't be read
     */
    P payload();

    /** Returns the context entries of the request with which the task was added. */
    Map<String, String> context();

    /** Returns the approximate current time, on the database's clock. */
    Instant now();

    /** Returns the source of random numbers for jitter. */
    RandomGenerator random();

    /**
     * Returns a failure of a task with this payload, for tests of policies. {@link #now} is the
     * epoch, and {@link #random} always has the same seed.
     */
    static <P> Failure<P> of(P payload, int attempt, Throwable error) {
      return new FailedAttempt<>(
          attempt, error, () -> payload, Map.of(), Instant.EPOCH, new Random(1));
    }
  }
}
