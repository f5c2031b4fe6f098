package dev.baton.operate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A range of time on the store's clock.
 *
 * @param from the beginning, inclusive; null for no beginning
 * @param to the end, exclusive; null for no end
 */
public record TimeRange(@Nullable Instant from, @Nullable Instant to) {
  /** The range that contains all times. */
  public static final TimeRange ALWAYS = new TimeRange(null, null);

  /**
   * Earliest time of a range. Some databases can't store times before it or after {@link #LAST}.
   */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  public TimeRange {
    requireKnown(from);
    requireKnown(to);
    if (from != null && to != null && to.isBefore(from)) {
      throw new IllegalArgumentException("A range can't end (" + to + ") before it begins " + from);
    }
  }

  private static void requireKnown(@Nullable Instant time) {
    if (time != null && (time.isBefore(FIRST) || time.isAfter(LAST))) {
      throw new IllegalArgumentException(
          "A range must be between "
              + FIRST
              + " and "
              + LAST
              + ", or have no beginning or no end; not "
              + time);
    }
  }

  /** Returns a range that begins at this time. */
  public static TimeRange since(Instant from) {
    return new TimeRange(from, null);
  }

  /** Returns a range that ends before this time. */
  public static TimeRange before(Instant to) {
    return new TimeRange(null, to);
  }

  /** Returns a range from the first time until before the second. */
  public static TimeRange between(Instant from, Instant to) {
    return new TimeRange(from, to);
  }

  /** Returns whether the range contains all times. */
  public boolean isAlways() {
    return from == null && to == null;
  }

  /**
   * Returns whether the range contains this time. Null means an unknown time: the range contains it
   * only if the range has no beginning and no end.
   */
  public boolean contains(@Nullable Instant time) {
    if (time == null) {
      return isAlways();
    }
    return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
  }
}
