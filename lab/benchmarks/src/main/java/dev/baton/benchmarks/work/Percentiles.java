package dev.baton.benchmarks.work;

import dev.baton.benchmarks.child.Probe;
import java.util.Arrays;

/** The percentiles of a number of durations. */
public final class Percentiles {
  private static final double NANOS_PER_MILLI = 1e6;

  private final long[] sorted;

  private Percentiles(long[] sorted) {
    this.sorted = sorted;
  }

  /** Returns the percentiles of these nanoseconds; at least one. */
  public static Percentiles of(long... nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("Nothing has no percentiles");
    }
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Percentiles(sorted);
  }

  /**
   * Returns the times from commit to start for jobs of these numbers. A job that started before its
   * add had returned counts as zero.
   */
  public static Percentiles ofStarts(Probe probe, long from, long to) {
    long[] waits = new long[Math.toIntExact(to - from)];
    for (long number = from; number < to; number++) {
      long wait = probe.startedAt(number) - probe.committedAt(number);
      waits[Math.toIntExact(number - from)] = Math.max(0, wait);
    }
    return of(waits);
  }

  /** Returns the times from the beginning of the add, which commits, to the start. */
  static Percentiles ofAddsAndStarts(Probe probe, long from, long to) {
    long[] waits = new long[Math.toIntExact(to - from)];
    for (long number = from; number < to; number++) {
      waits[Math.toIntExact(number - from)] = probe.startedAt(number) - probe.addingAt(number);
    }
    return of(waits);
  }

  /** Returns the smallest value that this percentage of durations doesn't exceed. */
  public double millis(double percent) {
    int place = (int) Math.ceil(percent / 100 * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(sorted.length - 1, place))] / NANOS_PER_MILLI;
  }

  /** Returns the greatest duration. */
  double mostMillis() {
    return millis(100);
  }
}
