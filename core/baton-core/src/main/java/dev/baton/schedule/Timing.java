package dev.baton.schedule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * When a schedule ticks. {@link #text()} is what is stored, for example {@code cron Europe/Berlin 0
 * 30 8 * * MON-FRI}, {@code rate PT1M}, {@code delay PT10S} or {@code rule end-of-quarter}.
 */
public sealed interface Timing {

  /** A longer period or delay than this couldn't be counted in all places. */
  Duration LONGEST = Duration.ofDays(36_525);

  /**
   * By the clock of a zone.
   *
   * <p>Five fields are Unix's: minute, hour, day of month, month, day of week. A day matches when
   * either of its two fields does, or both do if one of the two begins with a star.
   *
   * <p>Six fields begin with the second and are Spring's; so are {@code @daily} and the like. A day
   * must match both of its fields, where {@code ?} stands for a star. The day of the month also
   * knows {@code L} (the last), {@code L-3} (three days before it), {@code 15W} (the day from
   * Monday to Friday nearest to the 15th, in the same month) and {@code LW} (the last of those
   * days); the day of the week {@code FRIL} (the last Friday of the month) and {@code FRI#2} (the
   * second one).
   *
   * <p>In both, days of the week are 0 to 7, where 0 and 7 are Sunday, or names, as months are.
   * What could be taken for other days than those it names is refused when a schedule is put:
   * {@code 31W} or {@code L-29} in a month that lacks that day, a range that runs backwards, stars
   * with a step as the day of the week of six fields; and so is what names no day at all, as 30
   * February.
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

  /**
   * Each period of real time, whatever clocks show; the first tick is at once.
   *
   * @param period between a second and {@link #LONGEST}
   */
  record FixedRate(Duration period) implements Timing {
    public FixedRate {
      requireLength("period", period);
    }

    @Override
    public String text() {
      return "rate " + period;
    }
  }

  /**
   * So long after the end of the run before, retries included; the first tick is at once.
   *
   * @param delay between a second and {@link #LONGEST}
   */
  record FixedDelay(Duration delay) implements Timing {
    public FixedDelay {
      requireLength("delay", delay);
    }

    @Override
    public String text() {
      return "delay " + delay;
    }
  }

  /** When the rule of this name says; it is registered on the nodes. */
  record ByRule(String name) implements Timing {
    public ByRule {
      if (name.isBlank()) {
        throw new IllegalArgumentException("A schedule names the rule that says when it ticks");
      }
      if (name.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("A rule's name has no control characters");
      }
    }

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

  /** Why this node can't tell when it ticks; null when it can, or where a node's rule is asked. */
  default @Nullable String fault() {
    if (this instanceof Unknown) {
      return "This node can't tell when '"
          + text()
          + "' ticks: a newer Baton wrote it, or it was edited by hand";
    }
    try {
      if (this instanceof Cron cron) {
        CronTimes.of(cron);
      }
      return null;
    } catch (IllegalArgumentException broken) {
      return broken.getMessage();
    }
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

  private static void requireLength(String what, Duration length) {
    if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A schedule's "
              + what
              + " is at least a second and at most "
              + LONGEST.toDays()
              + " days, a hundred years; not "
              + length);
    }
  }
}
