package dev.baton.operate.override;

import dev.baton.operate.ErrorCause;
import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The value of an override: of a limit, a rate, a retry, a mute or an acknowledgement. */
public sealed interface OverrideValue {

  /** Returns the value as text for display, such as "20 in 1 s, burst 5". */
  String words();

  /**
   * A mute: no incident is opened.
   *
   * @param until end of the mute; null for no end
   * @param cause the muted cause as text for display; only its first line is kept
   */
  record Mute(@Nullable Instant until, String cause) implements OverrideValue {
    public Mute {
      String line = cause.lines().findFirst().orElse("");
      cause = line.substring(0, Math.min(line.length(), ErrorCause.MAX_LENGTH));
    }

    /** Returns whether the mute applies at this time. */
    public boolean isInForce(Instant now) {
      return until == null || now.isBefore(until);
    }

    @Override
    public String words() {
      return "muted " + (until == null ? "for good" : "until " + until) + ": " + cause;
    }
  }

  /**
   * An acknowledgement: an operator has seen the problem. The {@linkplain ActiveOverride#reason
   * reason} is the operator's note.
   *
   * @param until when the acknowledgement ends, unless the problem ends before
   */
  record Acknowledged(Instant until) implements OverrideValue {
    @Override
    public String words() {
      return "seen until " + until;
    }
  }

  /** The maximum number of tasks that run at a time. */
  record Slots(int slots) implements OverrideValue {
    @Override
    public String words() {
      return String.valueOf(slots);
    }
  }

  /**
   * The maximum number of units that start in a period.
   *
   * @param units units per period, spread evenly
   * @param burst units that may start at once after an idle period
   */
  record Pace(int units, Duration period, int burst) implements OverrideValue {
    @Override
    public String words() {
      return units + " in " + Texts.duration(period) + ", burst " + burst;
    }
  }

  /**
   * The delays and the number of attempts of a retry.
   *
   * @param delay delay before the second attempt
   * @param multiplier factor by which each further delay is longer than the previous one
   * @param attempts maximum number of attempts, including the first
   * @param maxDelay maximum delay
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
          + Texts.duration(delay)
          + ", times "
          + multiplier
          + ", at most "
          + Texts.duration(maxDelay);
    }
  }
}
