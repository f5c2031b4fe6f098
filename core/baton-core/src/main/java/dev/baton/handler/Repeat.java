package dev.baton.handler;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether and when a task that succeeded runs again. An implementation must be pure and
 * thread-safe.
 *
 * @param <P> the payload
 * @param <R> the result
 */
@FunctionalInterface
public interface Repeat<P, R> {

  /**
   * Returns how long to wait before the next run; empty if the task is done. Baton stores the
   * result of the run, which {@link dev.baton.api.TaskHandle#lastResult} reads. If this method
   * throws, the attempt counts as failed.
   */
  Optional<Duration> repeatAfter(Success<P, R> success);

  /**
   * Returns a rule that repeats a task without end. Each run starts {@code delay} after the end of
   * the previous run.
   *
   * @throws IllegalArgumentException if the delay is negative or longer than 36,500 days
   */
  static Every every(Duration delay) {
    return new Every(Retry.checked(delay));
  }

  /** A run that succeeded. Baton implements this interface and may add methods to it. */
  interface Success<P, R> {
    /**
     * Returns the payload of the task; null for a type without payload. Each call decodes it again.
     *
     * @throws dev.baton.api.error.PayloadException if the payload can't be read
     */
    P payload();

    /**
     * Returns the result of the run, or null if it has none. Each call decodes the result again.
     */
    @Nullable R result();

    /** Returns the number of the attempt; see {@link Attempt#number}. */
    int attempt();

    /** Returns the approximate current time, on the database's clock. */
    Instant now();
  }

  /** A rule that repeats with a fixed delay. Immutable. */
  final class Every implements Repeat<Object, Object> {
    private final Optional<Duration> delay;

    private Every(Duration delay) {
      this.delay = Optional.of(delay);
    }

    /**
     * Stops repeating at the first result for which the predicate is true. After a run without a
     * result, the task repeats.
     */
    public <R> Repeat<Object, R> until(Predicate<? super R> isEnough) {
      Objects.requireNonNull(isEnough, "isEnough");
      return success -> {
        R result = success.result();
        return result != null && isEnough.test(result) ? Optional.empty() : delay;
      };
    }

    @Override
    public Optional<Duration> repeatAfter(Success<Object, Object> success) {
      return delay;
    }
  }
}
