package dev.baton.engine.schedule;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The ticks of a clock or a rate: those that don't depend on how runs end. Pure. */
@FunctionalInterface
interface TickTimes {

  /** The first tick after that moment; empty when there is none any more. */
  Optional<Instant> next(Instant after);

  /** The times a cron expression names. */
  static TickTimes of(Timing.Cron cron) {
    return CronTimes.of(cron)::next;
  }

  /** Every period from the anchor on, in both directions. */
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
   * The latest tick up to {@code now}, given that {@code known} is one. It takes some dozens of
   * steps, however many ticks there were: a schedule of seconds may have been down for a year.
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
    // What is found is the latest up to high or earlier than it; after high there is none.
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
