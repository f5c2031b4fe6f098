package dev.baton.limit;

import dev.baton.operate.override.OverrideValue;
import dev.baton.task.Candidate;
import dev.baton.task.internal.When;
import java.time.Duration;
import java.util.function.ToIntFunction;

/**
 * How much may be started in a time: at most {@code burst} at once after a rest, and over any time
 * no more than the pace allows on top of that. Immutable.
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

  /** So many in each period, evenly: no burst, each counts one. */
  public static Rate of(int permits, Duration period) {
    if (permits < 1
        || period.isNegative()
        || period.isZero()
        || period.compareTo(When.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A rate needs at least one permit in a positive period of "
              + When.LONGEST.toDays()
              + " days at most, not "
              + permits
              + "/"
              + period);
    }
    return new Rate(permits, period, 1, candidate -> 1);
  }

  /** So many may start at once after a rest; at least the largest weight. */
  public Rate burst(int units) {
    if (units < 1) {
      throw new IllegalArgumentException("A burst is at least 1, not " + units);
    }
    long longestMicros = When.LONGEST.toNanos() / NANOS_PER_MICRO;
    if (units > longestMicros / intervalMicros()) {
      throw new IllegalArgumentException(
          "A burst of "
              + units
              + " would take more than "
              + When.LONGEST.toDays()
              + " days to be paid for at this rate");
    }
    return new Rate(permits, period, units, weight);
  }

  /** What each task counts; 1 to the burst. */
  public Rate weight(ToIntFunction<Candidate> units) {
    return new Rate(permits, period, burst, units);
  }

  OverrideValue.Pace pace() {
    return new OverrideValue.Pace(permits, period, burst);
  }

  /** The same weights at another pace; what weighs more than the burst counts as the burst. */
  Rate with(OverrideValue.Pace pace) {
    return of(pace.units(), pace.period())
        .burst(pace.burst())
        .weight(candidate -> Math.min(pace.burst(), weightOf(candidate)));
  }

  /** Rounded up: a pace a little too slow is strict, one a little too fast isn't. */
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
