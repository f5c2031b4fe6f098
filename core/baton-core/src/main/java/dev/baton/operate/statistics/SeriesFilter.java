package dev.baton.operate.statistics;

import dev.baton.operate.TimeRange;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Selects the past statistics that a query returns. Immutable: each method returns a changed copy.
 *
 * @param from the beginning. If empty, the series ends now. If it is then longer than a day and its
 *     steps are whole hours, it ends with the current hour (UTC), because queries of days are
 *     fastest with whole hours
 * @param length the length; if {@code from} is empty, up to now
 * @param step the length of one point, in whole minutes
 * @param type the type; empty for all
 * @param bucket the bucket; empty for all
 */
public record SeriesFilter(
    Optional<Instant> from,
    Duration length,
    Duration step,
    Optional<String> type,
    Optional<String> bucket) {
  /** Maximum number of points of a series. */
  public static final int MAX_POINTS = 1_500;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(31);

  public SeriesFilter {
    // Refuses a beginning that a database can't represent.
    from.ifPresent(TimeRange::since);
    if (step.compareTo(MINUTE) < 0
        || step.compareTo(LONGEST) > 0
        || !step.equals(MINUTE.multipliedBy(step.toMinutes()))) {
      throw new IllegalArgumentException(
          "A step must be one or more whole minutes and at most 31 days, not "
              + Texts.duration(step));
    }
    if (length.compareTo(MINUTE) < 0 || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A series must cover 1 minute to 31 days, not " + Texts.duration(length));
    }
    if (length.dividedBy(step) > MAX_POINTS) {
      throw new IllegalArgumentException(
          "A series of "
              + Texts.duration(length)
              + " in steps of "
              + Texts.duration(step)
              + " has more than "
              + MAX_POINTS
              + " points; use longer steps");
    }
  }

  /**
   * Returns a filter for the time up to now, including the current step. Steps are minutes, or
   * hours if there would be more than {@value #MAX_POINTS} minutes.
   */
  public static SeriesFilter last(Duration length) {
    return new SeriesFilter(
        Optional.empty(), length, shortestStep(length), Optional.empty(), Optional.empty());
  }

  /** Returns a filter from one time until before another, with the steps of {@link #last}. */
  public static SeriesFilter between(Instant from, Instant to) {
    Duration length = Duration.between(from, to);
    return new SeriesFilter(
        Optional.of(from), length, shortestStep(length), Optional.empty(), Optional.empty());
  }

  private static Duration shortestStep(Duration length) {
    return length.compareTo(MINUTE.multipliedBy(MAX_POINTS)) > 0 ? HOUR : MINUTE;
  }

  /** Returns a copy whose points have this length. */
  public SeriesFilter step(Duration step) {
    return new SeriesFilter(from, length, step, type, bucket);
  }

  /** Returns a copy that selects one type. */
  public SeriesFilter type(String type) {
    return new SeriesFilter(from, length, step, Optional.of(type), bucket);
  }

  /** Returns a copy that selects one bucket. */
  public SeriesFilter bucket(String bucket) {
    return new SeriesFilter(from, length, step, type, Optional.of(bucket));
  }
}
