package dev.baton.limit;

import dev.baton.operate.override.OverrideValue;
import dev.baton.task.internal.Texts;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.function.ToIntFunction;

/**
 * A rate at which tasks may start: {@code permits} in each period, evenly spread. After an idle
 * time, up to {@code burst} of them may start at once. Immutable.
 */
public final class Rate {
  private static final long NANOS_PER_MICRO = 1_000;

  private final int permits;
  private final Duration period;
  private final int burst;
  private final ToIntFunction<Candidate> weight;

  private Rate(int permits, Duration period, int burst, ToIntFunction<Candidate> weight) {
    this.permits = permits;
    this.period = period;
    this.burst = burst;
    this.weight = weight;
  }

  /**
   * Returns a rate of {@code permits} in each {@code period}, evenly spread. The rate has a burst
   * of 1, and each task needs one permit.
   */
  public static Rate of(int permits, Duration period) {
    if (permits < 1
        || period.isNegative()
        || period.isZero()
        || period.compareTo(When.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A rate needs at least one permit in a positive period of "
              + When.LONGEST.toDays()
              + " days at most; it can't be "
              + permits
              + "/"
              + Texts.duration(period));
    }
    return new Rate(permits, period, 1, candidate -> 1);
  }

  /**
   * Sets how many permits tasks may use at once after an idle time. The number must be at least the
   * largest weight.
   */
  public Rate burst(int units) {
    if (units < 1) {
      throw new IllegalArgumentException("The burst of a rate must be at least 1, not " + units);
    }
    long longestMicros = When.LONGEST.toNanos() / NANOS_PER_MICRO;
    if (units > longestMicros / intervalMicros()) {
      throw new IllegalArgumentException(
          "A burst of "
              + units
              + " would need more than "
              + When.LONGEST.toDays()
              + " days to recover at this rate");
    }
    return new Rate(permits, period, units, weight);
  }

  /** Sets how many permits each task needs, from 1 to the burst. */
  public Rate weight(ToIntFunction<Candidate> units) {
    return new Rate(permits, period, burst, units);
  }

  OverrideValue.Pace pace() {
    return new OverrideValue.Pace(permits, period, burst);
  }

  /**
   * Returns a copy with another number of permits, period and burst, and the same weights. A weight
   * that is larger than the new burst is reduced to the burst.
   */
  Rate with(OverrideValue.Pace pace) {
    return of(pace.units(), pace.period())
        .burst(pace.burst())
        .weight(candidate -> Math.min(pace.burst(), weightOf(candidate)));
  }

  /**
   * Returns the time between two permits in microseconds. It is rounded up, so that the rate is
   * never exceeded.
   */
  long intervalMicros() {
    long nanosPerPeriod = NANOS_PER_MICRO * permits;
    return (period.toNanos() + nanosPerPeriod - 1) / nanosPerPeriod;
  }

  int burst() {
    return burst;
  }

  int weightOf(Candidate candidate) {
    return weight.applyAsInt(candidate);
  }
}
