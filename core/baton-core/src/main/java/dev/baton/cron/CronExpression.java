package dev.baton.cron;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The times of a cron expression, on a clock without time zone changes. To find the next time, it
 * checks one day after the other. Immutable.
 */
public final class CronExpression {
  private static final int FIELDS_OF_UNIX = 5;
  private static final int FIELDS_OF_SPRING = 6;

  /** Years after which the calendar repeats, including its days of the week. */
  private static final int YEARS_OF_A_CYCLE = 400;

  private static final Map<String, String> NICKNAMES =
      Map.of(
          "@yearly", "0 0 0 1 1 *",
          "@annually", "0 0 0 1 1 *",
          "@monthly", "0 0 0 1 * *",
          "@weekly", "0 0 0 * * SUN",
          "@daily", "0 0 0 * * *",
          "@midnight", "0 0 0 * * *",
          "@hourly", "0 0 * * * *");

  private final long seconds;
  private final long minutes;
  private final long hours;
  private final long months;
  private final Predicate<LocalDate> days;
  private final boolean everyHour;

  private CronExpression(String[] fields) {
    boolean unix = fields.length == FIELDS_OF_UNIX;
    int minute = unix ? 0 : 1;
    seconds = unix ? 1 : CronField.SECOND.numbers(fields[0]);
    minutes = CronField.MINUTE.numbers(fields[minute]);
    hours = CronField.HOUR.numbers(fields[minute + 1]);
    everyHour = fields[minute + 1].equals("*");
    String ofMonth = fields[minute + 2];
    months = CronField.MONTH.numbers(fields[minute + 3]);
    String ofWeek = fields[minute + 4];
    days = unix ? CronDays.ofUnix(ofMonth, ofWeek) : CronDays.ofSpring(ofMonth, ofWeek, months);
    if (day(LocalDate.of(2000, 1, 1)).isEmpty()) {
      throw new IllegalArgumentException(
          "its day of month '"
              + ofMonth
              + "', month '"
              + fields[minute + 3]
              + "' and day of week '"
              + ofWeek
              + "' have no day in common, so that it would never tick");
    }
  }

  /**
   * Parses an expression of five or six fields, or a nickname.
   *
   * @throws IllegalArgumentException if the text is not a cron expression, is ambiguous, or matches
   *     no day; the message says which field is wrong
   */
  public static CronExpression parse(String text) {
    String plain = text.strip();
    String[] fields = NICKNAMES.getOrDefault(plain.toLowerCase(Locale.ROOT), plain).split("\\s+");
    try {
      if (fields.length != FIELDS_OF_UNIX && fields.length != FIELDS_OF_SPRING) {
        throw new IllegalArgumentException(
            "it needs five fields (minute, hour, day of month, month, day of week), or six with"
                + " the second before them");
      }
      return new CronExpression(fields);
    } catch (IllegalArgumentException broken) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a valid cron expression: " + broken.getMessage(), broken);
    }
  }

  /** Returns the first time of the expression after this one. */
  public LocalDateTime next(LocalDateTime after) {
    LocalDateTime start = after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    Optional<LocalTime> today =
        isNamed(start.toLocalDate()) ? timeFrom(start.toLocalTime()) : Optional.empty();
    return today
        .map(start.toLocalDate()::atTime)
        .orElseGet(
            () ->
                day(start.toLocalDate().plusDays(1))
                    .orElseThrow()
                    .atTime(timeFrom(LocalTime.MIDNIGHT).orElseThrow()));
  }

  /** Returns whether the field for the hour is a star. */
  public boolean isForEveryHour() {
    return everyHour;
  }

  private boolean isNamed(LocalDate day) {
    return CronField.has(months, day.getMonthValue()) && days.test(day);
  }

  private Optional<LocalDate> day(LocalDate from) {
    LocalDate day = from;
    LocalDate end = from.plusYears(YEARS_OF_A_CYCLE);
    while (day.isBefore(end)) {
      if (isNamed(day)) {
        return Optional.of(day);
      }
      boolean month = CronField.has(months, day.getMonthValue());
      day = month ? day.plusDays(1) : day.withDayOfMonth(1).plusMonths(1);
    }
    return Optional.empty();
  }

  private Optional<LocalTime> timeFrom(LocalTime from) {
    for (int hour = CronField.first(hours, from.getHour());
        hour < Long.SIZE;
        hour = CronField.first(hours, hour + 1)) {
      LocalTime start = hour == from.getHour() ? from : LocalTime.of(hour, 0);
      for (int minute = CronField.first(minutes, start.getMinute());
          minute < Long.SIZE;
          minute = CronField.first(minutes, minute + 1)) {
        int second = CronField.first(seconds, minute == start.getMinute() ? start.getSecond() : 0);
        if (second < Long.SIZE) {
          return Optional.of(LocalTime.of(hour, minute, second));
        }
      }
    }
    return Optional.empty();
  }
}
