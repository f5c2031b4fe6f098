package dev.baton.handler;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether and when a task that succeeded runs again. Pure and thread-safe.
 *
 * @param <P> the payload
 * @param <R> the result
 */
@FunctionalInterface
public interface Repeat<P, R> {

  /**
   * Returns how long to wait before the next run; empty when the task is done. The result of the
   * run is kept: see {@link dev.baton.api.TaskHandle#lastResult}. If this throws, the attempt has
   * failed.
   */
  Optional<Duration> repeatAfter(Success<P, R> success);

  /**
   * Runs a task again for ever: the next run begins this long after the end of the last.
   *
   * @throws IllegalArgumentException for a negative delay, or one of more than 36,500 days
   */
  static Every every(Duration delay) {
    return new Every(Retry.checked(delay));
  }

  /** A run that succeeded. Baton makes it; methods may be added. */
  interface Success<P, R> {
    /**
     * What the task was added with; null for a type without payload. Each call reads it anew.
     *
     * @throws dev.baton.api.error.PayloadUnreadableException when it can't be read
     */
    P payload();

    /** What the run returned; null for no result. Each call reads it anew. */
    @Nullable R result();

    /** 1 for the first since the task last made progress. */
    int attempt();

    /** About what the database's clock shows. */
    Instant now();
  }

  /** Repeats with a fixed delay. Immutable. */
  final class Every implements Repeat<Object, Object> {
    private final Optional<Duration> delay;

    private Every(Duration delay) {
      this.delay = Optional.of(delay);
    }

    /** Ends with the first result for which this is true. A run without a result is repeated. */
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
