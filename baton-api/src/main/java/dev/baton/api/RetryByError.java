package dev.baton.api;

import java.time.Duration;
import java.util.Optional;

/** One policy for errors of a class, another for all others. */
record RetryByError(RetryPolicy otherwise, Class<? extends Throwable> error, RetryPolicy policy)
    implements RetryPolicy {
  @Override
  public Optional<Duration> retryAfter(Failure failure) {
    boolean mine = error.isInstance(failure.error());
    return mine ? policy.retryAfter(failure) : otherwise.retryAfter(failure);
  }

  @Override
  public boolean isLast(int attempt) {
    return otherwise.isLast(attempt);
  }

  @Override
  public Optional<Duration> repeatAfter(Success success) {
    return otherwise.repeatAfter(success);
  }
}
