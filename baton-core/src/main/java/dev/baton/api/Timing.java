package dev.baton.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;

/**
 * When a schedule ticks. {@link #text()} is what is stored, for example {@code cron Europe/Berlin 0
 * 30 8 * * MON-FRI}, {@code rate PT1M}, {@code delay PT10S} or {@code rule end-of-quarter}.
 */
public sealed interface Timing {

  /**
   * By the clock of a zone.
   *
   * <p>Five fields are Unix's (minute, hour, day of month, month, day of week; a day matches when
   * either of its two fields does, if both are given). Six fields begin with the second and are
   * Spring's (both must match; {@code L}, {@code W} and {@code #} are known), as are {@code @daily}
   * and the like.
   *
   * <p>When clocks change: an expression that names hours runs once for each time it names. A time
   * that the change leaves out runs at the first moment after it; one that comes twice runs the
   * first time. An expression for every hour ({@code *}) goes by the clock as it shows: what is
   * left out doesn't run, and the hour that comes twice runs twice, so that a run every ten minutes
   * stays one every ten minutes.
   */
  record Cron(String expression, ZoneId zone) implements Timing {
    @Override
    public String text() {
      return "cron " + zone.getId() + " " + expression;
    }
  }

  /** Each period of real time, whatever clocks show; the first tick is at once. */
  record FixedRate(Duration period) implements Timing {
    public FixedRate {
      requireAtLeastASecond("period", period);
    }

    @Override
    public String text() {
      return "rate " + period;
    }
  }

  /** So long after the end of the run before, retries included; the first tick is at once. */
  record FixedDelay(Duration delay) implements Timing {
    public FixedDelay {
      requireAtLeastASecond("delay", delay);
    }

    @Override
    public String text() {
      return "delay " + delay;
    }
  }

  /** When the rule of this name says; it is registered on the nodes. */
  record ByRule(String name) implements Timing {
    @Override
    public String text() {
      return "rule " + name;
    }
  }

  /** Stored by a Baton that knows more than this one, or by hand: this node leaves it alone. */
  record Unknown(String text) implements Timing {}

  /** As it is stored. */
  String text();

  /** Whether each tick is counted from the end of the run before, so that runs never overlap. */
  default boolean followsRuns() {
    return this instanceof FixedDelay || this instanceof ByRule;
  }

  /** What was stored so; {@link Unknown} when this node can't tell. */
  static Timing of(String text) {
    String[] words = text.split(" ", 2);
    if (words.length < 2) {
      return new Unknown(text);
    }
    try {
      return switch (words[0]) {
        case "cron" -> {
          String[] rest = words[1].split(" ", 2);
          yield rest.length < 2 ? new Unknown(text) : new Cron(rest[1], ZoneId.of(rest[0]));
        }
        case "rate" -> new FixedRate(Duration.parse(words[1]));
        case "delay" -> new FixedDelay(Duration.parse(words[1]));
        case "rule" -> new ByRule(words[1]);
        default -> new Unknown(text);
      };
    } catch (DateTimeException | IllegalArgumentException notOurs) {
      return new Unknown(text);
    }
  }

  private static void requireAtLeastASecond(String what, Duration length) {
    if (length.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "A schedule's " + what + " is at least a second, not " + length);
    }
  }
}
