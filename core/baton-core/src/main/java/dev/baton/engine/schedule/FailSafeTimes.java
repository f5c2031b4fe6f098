package dev.baton.engine.schedule;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Computes ticks with code that may throw. If it throws, there is no next tick, and the failure is
 * recorded. Used for one decision by one thread.
 */
final class FailSafeTimes implements TickTimes {
  private final Supplier<TickTimes> timing;
  private @Nullable TickTimes times;
  private boolean failed;

  FailSafeTimes(Supplier<TickTimes> timing) {
    this.timing = timing;
  }

  @Override
  public Optional<Instant> next(Instant after) {
    try {
      if (times == null) {
        times = timing.get();
      }
      return times.next(after);
    } catch (RuntimeException broken) {
      // Reported in the next round, when it fails again and no due tick depends on it.
      failed = true;
      return Optional.empty();
    }
  }

  boolean hasFailed() {
    return failed;
  }
}
