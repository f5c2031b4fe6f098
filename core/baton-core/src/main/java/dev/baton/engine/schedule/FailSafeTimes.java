package dev.baton.engine.schedule;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Computes ticks by code that may throw. If it throws, there is no next tick, and the reason is
 * kept. For one decision by one thread.
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
      // Told in the next round, where it fails again and nothing that is due depends on it.
      failed = true;
      return Optional.empty();
    }
  }

  boolean hasFailed() {
    return failed;
  }
}
