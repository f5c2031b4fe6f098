package dev.baton.benchmarks.work;

import dev.baton.benchmarks.child.Probe;
import java.util.Arrays;

/** How a number of lengths of time are spread. */
public final class Percentiles {
  private static final double NANOS_PER_MILLI = 1e6;

  private final long[] sorted;

  private Percentiles(long[] sorted) {
    this.sorted = sorted;
  }

  /** Of these nanoseconds; at least one. */
  public static Percentiles of(long... nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("Nothing has no percentiles");
    }
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Percentiles(sorted);
  }

  /**
   * From commit to start for jobs of these numbers. A job that was started before its add had
   * returned didn't wait at all.
   */
  static Percentiles ofStarts(Probe probe, long from, long to) {
    long[] waits = new long[Math.toIntExact(to - from)];
    for (long number = from; number < to; number++) {
      long wait = probe.startedAt(number) - probe.committedAt(number);
      waits[Math.toIntExact(number - from)] = Math.max(0, wait);
    }
    return of(waits);
  }

  /** From the beginning of the add, which commits, to the start. */
  static Percentiles ofAddsAndStarts(Probe probe, long from, long to) {
    long[] waits = new long[Math.toIntExact(to - from)];
    for (long number = from; number < to; number++) {
      waits[Math.toIntExact(number - from)] = probe.startedAt(number) - probe.addingAt(number);
    }
    return of(waits);
  }

  /** The least value that so many in a hundred don't exceed. */
  public double millis(double percent) {
    int place = (int) Math.ceil(percent / 100 * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(sorted.length - 1, place))] / NANOS_PER_MILLI;
  }

  /** The greatest. */
  double mostMillis() {
    return millis(100);
  }
}
