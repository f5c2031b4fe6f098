package dev.baton.spring;

import dev.baton.api.Retry;
import dev.baton.api.RetryPolicy;
import java.time.Duration;

/** The usual delays, with another number of attempts. */
final class Attempts {
  private Attempts() {}

  static RetryPolicy of(int attempts) {
    return Retry.exponential(Duration.ofSeconds(5))
        .multiplier(3)
        .attempts(attempts)
        .maxDelay(Duration.ofHours(1))
        .jitter(0.1);
  }
}
