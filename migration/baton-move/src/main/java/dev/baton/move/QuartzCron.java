package dev.baton.move;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Translates Quartz's cron expressions to Baton's. Quartz counts the days of the week from 1 for
 * Sunday, so the translation names them. Ranges that end before they begin become two ranges.
 * Refuses expressions with a year, and forms that versions of Quartz read differently.
 */
final class QuartzCron {
  private static final int FIELDS = 6;
  private static final Pattern ITEM =
      Pattern.compile("(|\\*|[0-9]{1,2}|[A-Z]{3})(?:-([0-9]{1,2}|[A-Z]{3}))?(?:/([0-9]{1,2}))?");
  private static final Pattern SPECIAL_DAY = Pattern.compile("LW|L-[0-9]{1,2}|[0-9]{1,2}W");
  private static final Pattern DAY_OF_A_MONTH = Pattern.compile("([1-7]|[A-Z]{3})(L|#[1-5])");

  private QuartzCron() {}

  /**
   * Returns an expression of Baton that ticks at the same times.
   *
   * @throws IllegalArgumentException if there is none; the message says why
   */
  static String toBaton(String quartz) {
    String[] fields = quartz.strip().toUpperCase(Locale.ROOT).split("\\s+");
    if (fields.length > FIELDS && !fields[FIELDS].equals("*")) {
      throw new IllegalArgumentException(
          "Its cron expression has the year " + fields[FIELDS] + "; Baton's have no years");
    }
    if (fields.length < FIELDS || fields.length > FIELDS + 1) {
      throw new IllegalArgumentException("Its cron expression has " + fields.length + " fields");
    }
    if (fields[Field.DAY_OF_MONTH.ordinal()].endsWith("W")
        && !String.join("", fields[0], fields[1], fields[2]).matches("[0-9]+")) {
      throw new IllegalArgumentException(
          "Its cron expression has a W and several times in a day, of which Quartz skips some");
    }
    List<String> translated = new ArrayList<>();
    for (Field field : Field.values()) {
      translated.add(field.translated(fields[field.ordinal()]));
    }
    String baton = String.join(" ", translated);
    CronTimes.of(new Timing.Cron(baton, ZoneOffset.UTC));
    return baton;
  }

  /** The fields of an expression, in their order. */
  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private enum Field {
    SECOND("second", 0, 59, ""),
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY_OF_MONTH("day of month", 1, 31, ""),
    MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    DAY_OF_WEEK("day of week", 1, 7, "SUN MON TUE WED THU FRI SAT");

    private final String label;
    private final int least;
    private final int most;
    private final List<String> names;

    Field(String label, int least, int most, String names) {
      this.label = label;
      this.least = least;
      this.most = most;
      this.names = names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    String translated(String field) {
      if (field.equals("?") || field.equals("*")) {
        return "*";
      }
      if (this == DAY_OF_MONTH && SPECIAL_DAY.matcher(field).matches()) {
        return field;
      }
      if (this == DAY_OF_WEEK) {
        Matcher ofMonth = DAY_OF_A_MONTH.matcher(field);
        if (field.equals("L")) {
          return "SAT";
        }
        if (ofMonth.matches()) {
          return name(number(field, ofMonth.group(1))) + ofMonth.group(2);
        }
      }
      // Quartz ignores empty items.
      return Arrays.stream(field.split(","))
          .filter(item -> !item.isEmpty())
          .map(this::item)
          .collect(Collectors.joining(","));
    }

    private String item(String item) {
      if (this == DAY_OF_MONTH && item.equals("L")) {
        return item;
      }
      Matcher parts = ITEM.matcher(item);
      boolean isKnown = parts.matches();
      String first = isKnown ? parts.group(1) : "";
      boolean isEvery = first.isEmpty() || first.equals("*");
      if (!isKnown || (isEvery && parts.group(2) != null)) {
        throw refused(item, "isn't a form that all versions of Quartz read in the same way");
      }
      String stepText = parts.group(3);
      if (stepText != null && names.contains(first)) {
        throw refused(item, "has a step after a name, which Quartz ignores: use numbers");
      }
      int step = stepText == null ? 1 : Integer.parseInt(stepText);
      if (step == 0) {
        throw refused(item, "has the step 0");
      }
      if (isEvery && this != DAY_OF_WEEK) {
        return stepText == null ? "*" : "*/" + step;
      }
      int from = isEvery ? least : number(item, first);
      int alone = isEvery || stepText != null ? most : from;
      int to = parts.group(2) == null ? alone : number(item, parts.group(2));
      if (from > to) {
        return step == 1 ? range(from, most) + "," + range(least, to) : listed(from, to, step);
      }
      if (this != DAY_OF_WEEK) {
        return item;
      }
      return range(from, to) + (step == 1 || from == to ? "" : "/" + step);
    }

    /** Returns the numbers of a range that continues at the least number. */
    private String listed(int from, int to, int step) {
      int count = most - least + 1;
      List<String> numbers = new ArrayList<>();
      for (int number = from; number <= to + count; number += step) {
        numbers.add(name((number - least) % count + least));
      }
      return String.join(",", numbers);
    }

    private String range(int from, int to) {
      return from == to ? name(from) : name(from) + "-" + name(to);
    }

    private String name(int number) {
      return this == DAY_OF_WEEK ? names.get(number - least) : String.valueOf(number);
    }

    private int number(String item, String text) {
      int name = names.indexOf(text);
      if (name >= 0) {
        return name + least;
      }
      if (!Character.isDigit(text.charAt(0))
          || Integer.parseInt(text) < least
          || Integer.parseInt(text) > most) {
        throw refused(item, "isn't between " + least + " and " + most);
      }
      return Integer.parseInt(text);
    }

    private IllegalArgumentException refused(String item, String why) {
      return new IllegalArgumentException(
          "In its cron expression, the " + label + " " + item + " " + why);
    }
  }
}
