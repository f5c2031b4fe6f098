package dev.baton.operate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time on the store's clock.
 *
 * @param from its first moment; null for no beginning
 * @param to the moment after its last; null for no end
 */
public record TimeRange(@Nullable Instant from, @Nullable Instant to) {
  /** All of time. */
  public static final TimeRange ALWAYS = new TimeRange(null, null);

  /** Beyond these not every database has a time. */
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
          "A range lies between "
              + FIRST
              + " and "
              + LAST
              + ", or has no beginning or no end; "
              + time
              + " doesn't");
    }
  }

  /** From this moment on. */
  public static TimeRange since(Instant from) {
    return new TimeRange(from, null);
  }

  /** Until just before this moment. */
  public static TimeRange before(Instant to) {
    return new TimeRange(null, to);
  }

  /** From the one until just before the other. */
  public static TimeRange between(Instant from, Instant to) {
    return new TimeRange(from, to);
  }

  /** Whether everything is in it. */
  public boolean isAlways() {
    return from == null && to == null;
  }

  /** Whether the moment is in it; what has no time is in no range but {@link #ALWAYS}. */
  public boolean contains(@Nullable Instant time) {
    if (time == null) {
      return isAlways();
    }
    return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
  }
}
