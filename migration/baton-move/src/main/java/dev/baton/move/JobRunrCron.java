package dev.baton.move;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Translates JobRunr's cron expressions to Baton's. In JobRunr, a day must match both fields of
 * days if one of them starts with a star, and otherwise one of them, with six fields too. With
 * {@code L} as the day of the month, JobRunr ignores the day of the week.
 */
final class JobRunrCron {
  private static final int FIELDS_OF_UNIX = 5;
  private static final int FIELDS_WITH_SECONDS = 6;
  private static final Pattern ITEM =
      Pattern.compile("(\\*|[0-9]{1,2}|[A-Z]+)(?:-([0-9]{1,2}|[A-Z]+))?(?:/([0-9]{1,2}))?");
  private static final Pattern LAST_OF_MONTH = Pattern.compile("([0-6])L");

  private JobRunrCron() {}

  /**
   * Returns an expression of Baton that ticks at the same times.
   *
   * @throws IllegalArgumentException if there is none; the message says why
   */
  static String toBaton(String jobRunr) {
    if (jobRunr.contains("[")) {
      throw new IllegalArgumentException(
          "Its cron expression has a carbon-aware margin; Baton's have none");
    }
    String[] fields = jobRunr.strip().toUpperCase(Locale.ROOT).split("\\s+");
    if (fields.length != FIELDS_OF_UNIX && fields.length != FIELDS_WITH_SECONDS) {
      throw new IllegalArgumentException("Its cron expression has " + fields.length + " fields");
    }
    String baton = translated(fields);
    CronTimes.of(new Timing.Cron(baton, ZoneOffset.UTC));
    return baton;
  }

  private static String translated(String[] fields) {
    boolean isUnix = fields.length == FIELDS_OF_UNIX;
    int minute = isUnix ? 0 : 1;
    String second = isUnix ? "0" : Field.SECOND.translated(fields[0]);
    String time =
        Field.MINUTE.translated(fields[minute]) + " " + Field.HOUR.translated(fields[minute + 1]);
    String ofMonth = fields[minute + 2];
    String month = Field.MONTH.translated(fields[minute + 3]);
    String ofWeek = fields[minute + 4];
    if (ofMonth.equals("L")) {
      return second + " " + time + " L " + month + " *";
    }
    Matcher last = LAST_OF_MONTH.matcher(ofWeek);
    if (last.matches()) {
      String day = Field.DAY_OF_WEEK.names.get(Integer.parseInt(last.group(1)));
      return second + " " + time + " * " + month + " " + day + "L";
    }
    String days = Field.DAY_OF_MONTH.translated(ofMonth) + " " + month + " ";
    String week = Field.DAY_OF_WEEK.translated(ofWeek);
    if (ofMonth.startsWith("*") || ofWeek.startsWith("*")) {
      return second + " " + time + " " + days + week;
    }
    if (!second.equals("0")) {
      throw new IllegalArgumentException(
          "Its cron expression has seconds, and JobRunr runs it on a day that matches one of its"
              + " fields of days: turn it into two schedules");
    }
    return time + " " + days + week;
  }

  /** The fields of an expression, in their order. */
  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private enum Field {
    SECOND("second", 0, 59, ""),
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY_OF_MONTH("day of month", 1, 31, ""),
    MONTH(
        "month",
        1,
        12,
        "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER"),
    DAY_OF_WEEK("day of week", 0, 6, "SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY");

    private static final int LETTERS = 3;

    private final String label;
    private final int least;
    private final int most;
    private final List<String> longNames;
    private final List<String> names;

    Field(String label, int least, int most, String longNames) {
      this.label = label;
      this.least = least;
      this.most = most;
      this.longNames = longNames.isEmpty() ? List.of() : List.of(longNames.split(" "));
      this.names = this.longNames.stream().map(name -> name.substring(0, LETTERS)).toList();
    }

    String translated(String field) {
      return Arrays.stream(field.split(",")).map(this::item).collect(Collectors.joining(","));
    }

    private String item(String item) {
      Matcher parts = ITEM.matcher(item);
      if (!parts.matches() || (parts.group(1).equals("*") && parts.group(2) != null)) {
        throw refused(item, "isn't a form that Baton can translate");
      }
      String first = parts.group(1);
      String step = parts.group(3) == null ? "" : "/" + parts.group(3);
      if (first.equals("*")) {
        // A star with a step is ambiguous as a day of the week.
        return this == DAY_OF_WEEK && !step.isEmpty() ? "SUN-SAT" + step : "*" + step;
      }
      int from = number(item, first);
      if (parts.group(2) != null) {
        return range(from, number(item, parts.group(2)), step);
      }
      if (step.isEmpty()) {
        return name(from);
      }
      if (Character.isLetter(first.charAt(0))) {
        throw refused(item, "has a step after a name, which JobRunr ignores: use numbers");
      }
      return range(from, most, step);
    }

    private String range(int from, int to, String step) {
      return from == to ? name(from) : name(from) + "-" + name(to) + step;
    }

    private String name(int number) {
      return names.isEmpty() ? String.valueOf(number) : names.get(number - least);
    }

    private int number(String item, String text) {
      int name = Math.max(names.indexOf(text), longNames.indexOf(text));
      int number = name >= 0 ? name + least : digits(text);
      if (number < least || number > most) {
        throw refused(item, "isn't between " + least + " and " + most);
      }
      return number;
    }

    private static int digits(String text) {
      return Character.isDigit(text.charAt(0)) ? Integer.parseInt(text) : Integer.MAX_VALUE;
    }

    private IllegalArgumentException refused(String item, String why) {
      return new IllegalArgumentException(
          "In its cron expression, the " + label + " " + item + " " + why);
    }
  }
}
