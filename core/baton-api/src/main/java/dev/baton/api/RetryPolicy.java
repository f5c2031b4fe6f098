package dev.baton.api;

import dev.baton.task.Bytes;
import dev.baton.task.TaskTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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

  /**
   * A failed attempt.
   *
   * @param attempt 1 for the first
   * @param error what the handler threw
   * @param random where jitter comes from
   * @param given what the task was given, and when it failed
   */
  record Failure(int attempt, Throwable error, RandomGenerator random, Given given) {
    /** Of a task without payload, long ago; for tests of policies. */
    public Failure(int attempt, Throwable error, RandomGenerator random) {
      this(attempt, error, random, new Given(null, Map.of(), TaskTraits.NONE, Instant.EPOCH));
    }
  }

  /**
   * The stored payload and context of a task. {@link TaskType#payloadOf(Bytes, TaskTraits)} decodes
   * the payload.
   *
   * @param payload null for none
   * @param context what was carried from the adder
   * @param traits how the payload is written, among others
   * @param now about what the database's clock shows
   */
  record Given(
      @Nullable Bytes payload, Map<String, String> context, TaskTraits traits, Instant now) {}
}
