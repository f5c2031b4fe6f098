package dev.baton.handler.internal;

import dev.baton.handler.RetryPolicy;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A failed attempt, as input of a retry policy.
 *
 * @param reader reads the payload
 */
public record FailedAttempt<P>(
    int attempt,
    Throwable error,
    Supplier<P> reader,
    Map<String, String> context,
    Instant now,
    RandomGenerator random)
    implements RetryPolicy.Failure<P> {

  /** Returns the same failure with another attempt number. */
  public static <P> FailedAttempt<P> numbered(int attempt, RetryPolicy.Failure<P> failure) {
    return new FailedAttempt<>(
        attempt,
        failure.error(),
        failure::payload,
        failure.context(),
        failure.now(),
        failure.random());
  }

  @Override
  public P payload() {
    return reader.get();
  }
}
