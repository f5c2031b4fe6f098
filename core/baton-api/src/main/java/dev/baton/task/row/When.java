package dev.baton.task.row;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A time on the store's clock: an instant, or a delay after the time of the store's write.
 * Transition rules pass delays, so that the clocks of the nodes don't matter. The precision is a
 * microsecond.
 */
public sealed interface When {
  /** Maximum delay: 36,525 days, about a hundred years. */
  Duration LONGEST = Duration.ofDays(36_525);

  /** Returns the instant that this time means if the store writes at {@code now}. */
  Instant from(Instant now);

  /** Returns the time of the write. */
  static When now() {
    return new In(Duration.ZERO);
  }

  /**
   * Returns the time {@code delay} after the write.
   *
   * @throws IllegalArgumentException if the delay is negative or longer than {@link #LONGEST}
   */
  static When in(Duration delay) {
    return new In(delay);
  }

  /**
   * Returns a fixed instant.
   *
   * @throws IllegalArgumentException if the time is before 1970 or after 9998
   */
  static When at(Instant time) {
    return new At(time);
  }

  /** A delay from the time of the write. */
  record In(Duration delay) implements When {
    public In {
      if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "A delay must be between zero and "
                + LONGEST.toDays()
                + " days, not "
                + Texts.duration(delay));
      }
    }

    @Override
    public Instant from(Instant now) {
      return now.plus(delay).truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** A fixed instant. */
  record At(Instant time) implements When {
    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:01Z");
    private static final Instant LAST = Instant.parse("9999-01-01T00:00:00Z");

    public At {
      if (time.isBefore(FIRST) || time.isAfter(LAST)) {
        throw new IllegalArgumentException(
            "A time must lie between " + FIRST + " and " + LAST + ", not " + time);
      }
      time = time.truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Instant from(Instant now) {
      return time;
    }
  }
}
