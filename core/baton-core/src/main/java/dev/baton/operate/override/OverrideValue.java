package dev.baton.operate.override;

import dev.baton.operate.ErrorCause;
import dev.baton.operate.override.internal.PlainWords;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The numbers of a limit, a rate or a retry. */
public sealed interface OverrideValue {

  /** For people: "20 in 1 s, burst 5". */
  String words();

  /**
   * No incident is opened.
   *
   * @param until null for good
   * @param cause what is muted, for people; one line
   */
  record Mute(@Nullable Instant until, String cause) implements OverrideValue {
    public Mute {
      String line = cause.lines().findFirst().orElse("");
      cause = line.substring(0, Math.min(line.length(), ErrorCause.MAX_LENGTH));
    }

    public boolean isInForce(Instant now) {
      return until == null || now.isBefore(until);
    }

    @Override
    public String words() {
      return "muted " + (until == null ? "for good" : "until " + until) + ": " + cause;
    }
  }

  /** How many may run at a time. */
  record Slots(int slots) implements OverrideValue {
    @Override
    public String words() {
      return String.valueOf(slots);
    }
  }

  /**
   * How many may start in a time.
   *
   * @param units in each period, evenly
   * @param burst units that may start at once after a rest
   */
  record Pace(int units, Duration period, int burst) implements OverrideValue {
    @Override
    public String words() {
      return units + " in " + PlainWords.exactly(period) + ", burst " + burst;
    }
  }

  /**
   * When a failed attempt is followed by another.
   *
   * @param delay before the second attempt
   * @param multiplier how much longer each further delay is than the one before
   * @param attempts in all, the first included
   * @param maxDelay the longest delay
   */
  record Backoff(Duration delay, double multiplier, int attempts, Duration maxDelay)
      implements OverrideValue {
    @Override
    public String words() {
      if (attempts == 1) {
        return "1 attempt, no retry";
      }
      return attempts
          + " attempts, first delay "
          + PlainWords.exactly(delay)
          + ", times "
          + multiplier
          + ", at most "
          + PlainWords.exactly(maxDelay);
    }
  }
}
