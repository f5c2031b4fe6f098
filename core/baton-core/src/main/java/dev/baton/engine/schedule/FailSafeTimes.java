package dev.baton.engine.schedule;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Computes the ticks of a schedule with code that may throw. If that code throws, there is no next
 * tick, and {@link #hasFailed} returns true. One thread uses it for one decision.
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
      // The next round computes the tick again. It then reports the failure, and no due tick
      // depends on it.
      failed = true;
      return Optional.empty();
    }
  }

  boolean hasFailed() {
    return failed;
  }
}
