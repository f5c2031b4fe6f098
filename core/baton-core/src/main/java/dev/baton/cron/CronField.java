package dev.baton.cron;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A field of a cron expression: a set of numbers, as a bit mask. */
enum CronField {
  SECOND("second", 0, 59, ""),
  MINUTE("minute", 0, 59, ""),
  HOUR("hour", 0, 23, ""),
  DAY_OF_MONTH("day of month", 1, 31, ""),
  MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
  /** Days of the week. Sunday is 0 or 7 in the text, and always bit 0 in the set. */
  DAY_OF_WEEK("day of week", 0, 7, "SUN MON TUE WED THU FRI SAT");

  private static final int SUNDAY_AT_THE_END = 7;

  private final String label;
  private final int least;
  private final int most;

  /**
   * Names of the numbers in ascending order, separated by blanks; empty if the numbers have no
   * names.
   */
  private final String names;

  CronField(String label, int least, int most, String names) {
    this.label = label;
    this.least = least;
    this.most = most;
    this.names = names;
  }

  /** Returns the numbers of a list such as {@code 5,10-20/2}. */
  long numbers(String list) {
    return Arrays.stream(items(list)).mapToLong(this::item).reduce(0, (a, b) -> a | b);
  }

  /**
   * Returns the parts of a list, including empty parts. The parser of the parts refuses an empty
   * one.
   */
  static String[] items(String list) {
    return list.split(",", -1);
  }

  private long item(String item) {
    String[] range = item.split("/", -1);
    if (range.length > 2) {
      throw refused(item, "has more than one step");
    }
    int step = range.length == 1 ? 1 : step(item, range[1]);
    if (range[0].equals("*")) {
      return mask(least, most, step);
    }
    String[] ends = range[0].split("-", -1);
    if (ends.length > 2) {
      throw refused(item, "has more than two ends");
    }
    int from = number(item, ends[0]);
    if (ends.length == 1) {
      return mask(from, range.length == 1 ? from : most, step);
    }
    int to = number(item, ends[1]);
    if (this == DAY_OF_WEEK && from != to) {
      from = from % SUNDAY_AT_THE_END;
      to = to == 0 ? SUNDAY_AT_THE_END : to;
    }
    if (from > to) {
      throw refused(item, "ends before it begins: write it as two ranges");
    }
    return mask(from, to, step);
  }

  private int step(String item, String text) {
    if (!isNumber(text) || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
      throw refused(item, "has a step that isn't between 1 and " + most);
    }
    return Integer.parseInt(text);
  }

  /** Returns the number in the text, which is a number or a name. */
  int number(String item, String text) {
    int name = List.of(names.split(" ")).indexOf(text.toUpperCase(Locale.ROOT));
    if (name >= 0 && !text.isEmpty()) {
      return name + least;
    }
    if (!isNumber(text) || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
      String named = names.isEmpty() ? "" : ", nor one of " + names;
      throw refused(item, "isn't between " + least + " and " + most + named);
    }
    return Integer.parseInt(text);
  }

  private static boolean isNumber(String text) {
    return text.matches("[0-9]{1,2}");
  }

  private long mask(int from, int to, int step) {
    long mask =
        IntStream.iterate(from, n -> n <= to, n -> n + step)
            .mapToLong(n -> 1L << n)
            .reduce(0, (a, b) -> a | b);
    boolean sunday = this == DAY_OF_WEEK && (mask & (1L << SUNDAY_AT_THE_END)) != 0;
    return sunday ? (mask & ~(1L << SUNDAY_AT_THE_END)) | 1 : mask;
  }

  IllegalArgumentException refused(String item, String why) {
    return new IllegalArgumentException("its " + label + " '" + item + "' " + why);
  }

  /** Returns the first number of a set that is at least this one; 64 if there is none. */
  static int first(long mask, int from) {
    return from >= Long.SIZE ? Long.SIZE : Long.numberOfTrailingZeros(mask & (-1L << from));
  }

  static boolean has(long mask, int number) {
    return (mask & (1L << number)) != 0;
  }
}
