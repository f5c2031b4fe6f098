package dev.baton.schedule;

import dev.baton.task.internal.Texts;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The times at which a schedule ticks. The database stores its {@link #text()}, for example {@code
 * cron Europe/Berlin 0 30 8 * * MON-FRI}, {@code rate PT1M}, {@code delay PT10S} or {@code rule
 * end-of-quarter}.
 */
public sealed interface Timing {

  /** Longest period or delay. */
  Duration LONGEST = Duration.ofDays(36_525);

  /**
   * Ticks at the times of a cron expression, on the clock of a time zone.
   *
   * <p>An expression with five fields follows Unix cron: minute, hour, day of month, month, day of
   * week. A day matches if either of its two day fields matches. If one of the two starts with a
   * star, both must match.
   *
   * <p>An expression with six fields starts with the second and follows Spring. Nicknames such as
   * {@code @daily} are allowed, too. A day must match both day fields; {@code ?} means the same as
   * a star. The day of the month also allows {@code L} (the last day), {@code L-3} (three days
   * before the last), {@code 15W} (the weekday, Monday to Friday, nearest to the 15th in the same
   * month) and {@code LW} (the last weekday of the month). The day of the week also allows {@code
   * FRIL} (the last Friday of the month) and {@code FRI#2} (the second Friday).
   *
   * <p>In both forms, days of the week are 0 to 7, where 0 and 7 are Sunday, or names. Months are
   * numbers or names. {@link Schedules#put} refuses an expression that is easy to misread: a day
   * such as {@code 31W} or {@code L-29} that one of its months doesn't have; a range that ends
   * before it begins; with six fields, a day of the week such as {@code *&#47;2}, {@code SUN/2} or
   * {@code 7-7}, which depends on whether a week begins on Sunday. It also refuses an expression
   * that matches no day, such as 30 February.
   *
   * <p>When the clocks change, an expression that names hours ticks once for each time that it
   * names. If the change skips that time, the tick is at the first moment after the change. If the
   * time occurs twice, the tick is at its first occurrence. An expression for every hour ({@code
   * *}) follows the clock: skipped times don't tick, and the repeated hour ticks twice. Therefore,
   * a schedule of every ten minutes still ticks every ten minutes.
   */
  record Cron(String expression, ZoneId zone) implements Timing {
    @Override
    public String text() {
      return "cron " + zone.getId() + " " + expression;
    }

    @Override
    public String toString() {
      return "cron " + expression + " in " + zone.getId();
    }
  }

  /**
   * Ticks at once and then once per period of real time, independent of clock changes.
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

    @Override
    public String toString() {
      return "every " + Texts.duration(period);
    }
  }

  /**
   * Ticks at once, and then {@code delay} after the end of each run, including its retries.
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

    @Override
    public String toString() {
      return Texts.duration(delay) + " after each run";
    }
  }

  /** Ticks at the times that a {@link ScheduleRule} computes. */
  record ByRule(String name) implements Timing {
    public ByRule {
      if (name.isBlank()) {
        throw new IllegalArgumentException("The name of a schedule rule must not be blank");
      }
      if (name.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("A rule's name must not contain control characters");
      }
    }

    @Override
    public String text() {
      return "rule " + name;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * A stored timing that this node can't read, because a newer version of Baton or a person wrote
   * it. This node doesn't change the stored text.
   */
  record Unknown(String text) implements Timing {
    @Override
    public String toString() {
      return text;
    }
  }

  /** Returns the text that the database stores. */
  String text();

  /**
   * Returns whether each tick counts from the end of the previous run, so that runs never overlap.
   */
  default boolean followsRuns() {
    return this instanceof FixedDelay || this instanceof ByRule;
  }

  /** Returns why this node can't compute the ticks; null if it can, or if a rule computes them. */
  default @Nullable String fault() {
    if (this instanceof Unknown) {
      return "This node can't compute the ticks of '"
          + text()
          + "': a newer version of Baton wrote it, or it was edited by hand";
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

  /**
   * Returns the timing with this stored text, or {@link Unknown} if this node can't read the text.
   */
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
              + Texts.duration(length));
    }
  }
}
