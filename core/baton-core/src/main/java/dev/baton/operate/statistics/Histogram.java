package dev.baton.operate.statistics;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of durations with fixed steps (1, 2, 5, 10 ms … 2 h). Histograms of several nodes and
 * minutes can be added; the percentiles of the sum are those of all their tasks together.
 * Immutable.
 */
public final class Histogram {
  private static final long[] MAX_MILLIS = {
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000,
    1_800_000, 7_200_000
  };
  private static final Histogram EMPTY = new Histogram(new long[MAX_MILLIS.length + 1]);

  private final long[] counts;

  private Histogram(long[] counts) {
    this.counts = counts;
  }

  /** Returns an empty histogram. */
  public static Histogram empty() {
    return EMPTY;
  }

  /**
   * Returns a histogram of these counts.
   *
   * @param counts the count of each step, {@link #steps} values; the last value counts the
   *     durations that are longer than all steps
   */
  public static Histogram of(List<Long> counts) {
    if (counts.size() != steps()) {
      throw new IllegalArgumentException(
          "A histogram has " + steps() + " steps, not " + counts.size());
    }
    return new Histogram(counts.stream().mapToLong(Long::longValue).toArray());
  }

  /** Returns the number of steps. */
  public static int steps() {
    return MAX_MILLIS.length + 1;
  }

  /** Returns the index of the step, from 0, that counts this duration. */
  public static int stepOf(Duration length) {
    long nanos = length.compareTo(Duration.ofDays(1)) > 0 ? Long.MAX_VALUE : length.toNanos();
    for (int step = 0; step < MAX_MILLIS.length; step++) {
      if (nanos <= MAX_MILLIS[step] * 1_000_000) {
        return step;
      }
    }
    return MAX_MILLIS.length;
  }

  /** Returns the count of each step, shortest first. */
  public List<Long> counts() {
    return Arrays.stream(counts).boxed().toList();
  }

  /** Returns the total count. */
  public long count() {
    return Arrays.stream(counts).sum();
  }

  /** Returns the sum of both histograms. */
  public Histogram plus(Histogram other) {
    long[] sum = counts.clone();
    for (int step = 0; step < sum.length; step++) {
      sum[step] += other.counts[step];
    }
    return new Histogram(sum);
  }

  /**
   * Returns a percentile: the given share of the durations is at most this long. The value is
   * interpolated within its step. Returns 2 h if the percentile is longer than all steps.
   *
   * @param share 0.5 for the median, 0.99 for the 99th percentile
   * @return null if the histogram is empty
   */
  public @Nullable Duration quantile(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("The share must be between 0 and 1, not " + share);
    }
    double wanted = share * count();
    long before = 0;
    for (int step = 0; step < MAX_MILLIS.length; step++) {
      if (counts[step] > 0 && before + counts[step] >= wanted) {
        double within = Math.max(0, wanted - before) / counts[step];
        long from = step == 0 ? 0 : MAX_MILLIS[step - 1];
        double millis = from + within * (MAX_MILLIS[step] - from);
        return Duration.ofNanos((long) (millis * 1_000_000));
      }
      before += counts[step];
    }
    return count() == 0 ? null : Duration.ofMillis(MAX_MILLIS[MAX_MILLIS.length - 1]);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Histogram that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return Arrays.toString(counts);
  }
}
