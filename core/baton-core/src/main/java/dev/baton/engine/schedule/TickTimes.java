package dev.baton.engine.schedule;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The ticks of a cron expression or a rate. They don't depend on when runs end. Implementations
 * only compute, and do no I/O.
 */
@FunctionalInterface
interface TickTimes {

  /** Returns the first tick after this time; empty if there is none. */
  Optional<Instant> next(Instant after);

  /** Returns the ticks of a cron expression. */
  static TickTimes of(Timing.Cron cron) {
    return CronTimes.of(cron)::next;
  }

  /** Returns one tick for each period, before and after the anchor. */
  static TickTimes of(Timing.FixedRate rate, Instant anchor) {
    long period = micros(rate.period());
    return after -> {
      long gone =
          Math.floorDiv(
              ChronoUnit.MICROS.between(anchor, after.truncatedTo(ChronoUnit.MICROS)), period);
      return Optional.of(anchor.plus((gone + 1) * period, ChronoUnit.MICROS));
    };
  }

  private static long micros(Duration length) {
    return length.toNanos() / 1_000;
  }

  /**
   * Returns the latest tick that is not after {@code now}. {@code known} must be a tick. Even if
   * there are many ticks, the search takes only some dozens of steps: a schedule that ticks every
   * second may have been down for a year.
   */
  default Instant latest(Instant known, Instant now) {
    Duration back = Duration.ofSeconds(1);
    Instant from = now.minus(back);
    while (from.isAfter(known) && !hasTickIn(from, now)) {
      back = back.multipliedBy(2);
      from = now.minus(back);
    }
    Instant low = from.isAfter(known) ? from : known;
    Instant high = now;
    Instant found = known;
    // In each step, the latest tick up to {@code high} is {@code found} or later. No tick is
    // between {@code high} and {@code now}.
    while (hasTickIn(low, now)) {
      found = next(low).orElse(known);
      low = found;
      Instant middle = low.plus(Duration.between(low, high).dividedBy(2));
      if (hasTickIn(middle, now)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return found;
  }

  private boolean hasTickIn(Instant after, Instant upTo) {
    return next(after).filter(tick -> !tick.isAfter(upTo)).isPresent();
  }
}
