package dev.baton.operate.statistics;

import dev.baton.operate.TimeRange;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which past statistics a query returns. Immutable: each method returns a changed copy.
 *
 * @param from null for so long before now that it is {@code length}; for more than a day in steps
 *     of whole hours, before the end of this hour (of UTC). Days are read fastest in such steps
 *     from the beginning of an hour
 * @param length how much time; with {@code from} null, up to now
 * @param step the time that one point stands for: whole minutes
 * @param type null for all
 * @param bucket null for all
 */
public record SeriesFilter(
    @Nullable Instant from,
    Duration length,
    Duration step,
    @Nullable String type,
    @Nullable String bucket) {
  /** Points a series may have. */
  public static final int MAX_POINTS = 1_500;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(31);

  public SeriesFilter {
    // Refuses a beginning that no database has.
    TimeRange.since(from == null ? Instant.EPOCH : from);
    if (step.compareTo(MINUTE) < 0
        || step.compareTo(LONGEST) > 0
        || !step.equals(MINUTE.multipliedBy(step.toMinutes()))) {
      throw new IllegalArgumentException(
          "A step is one or more whole minutes, 31 days at the most, not " + step);
    }
    if (length.compareTo(MINUTE) < 0 || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("A series covers 1 minute to 31 days, not " + length);
    }
    if (length.dividedBy(step) > MAX_POINTS) {
      throw new IllegalArgumentException(
          "A series of "
              + length
              + " in steps of "
              + step
              + " has more than "
              + MAX_POINTS
              + " points; use longer steps");
    }
  }

  /**
   * The time up to now, what isn't over yet included: minute by minute, or hour by hour where those
   * would be more than {@value #MAX_POINTS} points.
   */
  public static SeriesFilter last(Duration length) {
    return new SeriesFilter(null, length, shortestStep(length), null, null);
  }

  /** The time from one moment until just before another, in the steps of {@link #last}. */
  public static SeriesFilter between(Instant from, Instant to) {
    Duration length = Duration.between(from, to);
    return new SeriesFilter(from, length, shortestStep(length), null, null);
  }

  private static Duration shortestStep(Duration length) {
    return length.compareTo(MINUTE.multipliedBy(MAX_POINTS)) > 0 ? HOUR : MINUTE;
  }

  /** With points that stand for so much time. */
  public SeriesFilter step(Duration step) {
    return new SeriesFilter(from, length, step, type, bucket);
  }

  /** Of one type only. */
  public SeriesFilter type(@Nullable String type) {
    return new SeriesFilter(from, length, step, type, bucket);
  }

  /** Of one bucket only. */
  public SeriesFilter bucket(@Nullable String bucket) {
    return new SeriesFilter(from, length, step, type, bucket);
  }
}
