package dev.baton.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Parses the day of month and the day of week of a cron expression. In an expression of five
 * fields, both contain numbers, and a day needs to match only one of them if neither starts with a
 * star. In an expression of six fields, a day must match both, and each may contain days that
 * depend on the month, such as the last Friday.
 */
final class CronDays {
  private static final Pattern BEFORE_LAST = Pattern.compile("L-([0-9]{1,2})");
  private static final Pattern WEEKDAY = Pattern.compile("([0-9]{1,2})W");
  private static final Pattern LAST_OF_MONTH = Pattern.compile("(.+)L");
  private static final Pattern NTH_OF_MONTH = Pattern.compile("(.+)#(.*)");

  /** Steps and ranges that depend on whether Sunday is the first or the last day of the week. */
  private static final Pattern FROM_SUNDAY =
      Pattern.compile("[*]/.*|(SUN|7)(-(SUN|7|0))?/.*|(SUN|7)-(SUN|7|0)|0-SUN(/.*)?");

  private static final int DAYS_OF_WEEK = 7;
  private static final int FRIDAY = 5;

  private CronDays() {}

  static Predicate<LocalDate> ofUnix(String ofMonth, String ofWeek) {
    Predicate<LocalDate> month = ofMonth(unix(CronField.DAY_OF_MONTH, ofMonth));
    Predicate<LocalDate> week = ofWeek(unix(CronField.DAY_OF_WEEK, ofWeek));
    boolean both = ofMonth.startsWith("*") || ofWeek.startsWith("*");
    return both ? month.and(week) : month.or(week);
  }

  private static long unix(CronField field, String text) {
    if (text.contains("*") && text.contains(",")) {
      throw field.refused(
          text,
          "has a star in a list: with five fields a star decides how both fields of days are"
              + " combined");
    }
    return field.numbers(text);
  }

  /**
   * @param months the months of the expression
   */
  static Predicate<LocalDate> ofSpring(String ofMonth, String ofWeek, long months) {
    int shortest = shortest(months);
    Predicate<LocalDate> month =
        any(ofMonth, item -> dayOfMonth(item.toUpperCase(Locale.ROOT), shortest));
    return month.and(any(ofWeek, item -> dayOfWeek(item.toUpperCase(Locale.ROOT))));
  }

  private static Predicate<LocalDate> any(
      String list, java.util.function.Function<String, Predicate<LocalDate>> each) {
    if (list.equals("?")) {
      return day -> true;
    }
    return Arrays.stream(CronField.items(list)).map(each).reduce(day -> false, Predicate::or);
  }

  private static Predicate<LocalDate> dayOfMonth(String item, int shortest) {
    Matcher beforeLast = BEFORE_LAST.matcher(item);
    Matcher weekday = WEEKDAY.matcher(item);
    if (item.equals("L")) {
      return day -> day.getDayOfMonth() == day.lengthOfMonth();
    }
    if (item.equals("LW")) {
      return day -> day.getDayOfMonth() == nearestWeekday(day, day.lengthOfMonth());
    }
    if (beforeLast.matches()) {
      int before = Integer.parseInt(beforeLast.group(1));
      if (before < 1 || before >= shortest) {
        throw CronField.DAY_OF_MONTH.refused(
            item,
            "must count back from the last day by at least 1 day, and by fewer days than each of"
                + " its months has");
      }
      return day -> day.getDayOfMonth() == day.lengthOfMonth() - before;
    }
    if (weekday.matches()) {
      int near = CronField.DAY_OF_MONTH.number(item, weekday.group(1));
      if (near > shortest) {
        throw CronField.DAY_OF_MONTH.refused(
            item,
            "is near a day that one of its months doesn't have: write LW for the last weekday of"
                + " each month, or name only the months that have that day");
      }
      return day -> day.getDayOfMonth() == nearestWeekday(day, near);
    }
    return ofMonth(CronField.DAY_OF_MONTH.numbers(item));
  }

  private static Predicate<LocalDate> dayOfWeek(String item) {
    Matcher last = LAST_OF_MONTH.matcher(item);
    Matcher nth = NTH_OF_MONTH.matcher(item);
    if (last.matches()) {
      Predicate<LocalDate> day = oneDayOfWeek(item, last.group(1));
      return day.and(date -> date.getDayOfMonth() > date.lengthOfMonth() - DAYS_OF_WEEK);
    }
    if (nth.matches()) {
      if (!nth.group(2).matches("[1-5]")) {
        throw CronField.DAY_OF_WEEK.refused(item, "should have 1 to 5 after its #");
      }
      int which = Integer.parseInt(nth.group(2));
      return oneDayOfWeek(item, nth.group(1))
          .and(date -> (date.getDayOfMonth() - 1) / DAYS_OF_WEEK + 1 == which);
    }
    if (FROM_SUNDAY.matcher(item).matches()) {
      throw CronField.DAY_OF_WEEK.refused(
          item, "is ambiguous, because a week may begin on Sunday or Monday: name the days");
    }
    return ofWeek(CronField.DAY_OF_WEEK.numbers(item));
  }

  private static Predicate<LocalDate> oneDayOfWeek(String item, String day) {
    return ofWeek(1L << CronField.DAY_OF_WEEK.number(item, day) % DAYS_OF_WEEK);
  }

  private static Predicate<LocalDate> ofMonth(long days) {
    return day -> CronField.has(days, day.getDayOfMonth());
  }

  private static Predicate<LocalDate> ofWeek(long days) {
    return day -> CronField.has(days, day.getDayOfWeek().getValue() % DAYS_OF_WEEK);
  }

  /**
   * Returns the day from Monday to Friday that is nearest to the given day, within the same month.
   */
  private static int nearestWeekday(LocalDate month, int near) {
    DayOfWeek day = month.withDayOfMonth(near).getDayOfWeek();
    if (day.getValue() <= FRIDAY) {
      return near;
    }
    if (day == DayOfWeek.SATURDAY) {
      return near == 1 ? near + 2 : near - 1;
    }
    return near == month.lengthOfMonth() ? near - 2 : near + 1;
  }

  private static int shortest(long months) {
    return IntStream.rangeClosed(1, Month.values().length)
        .filter(month -> CronField.has(months, month))
        .map(month -> Month.of(month).minLength())
        .min()
        .orElseThrow();
  }
}
