package dev.baton.cron;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Defines a cron expression in the slowest way: it compares each minute of a period with each
 * field. Written without the parser that it checks.
 */
final class CronDefinition {
  private static final List<String> MONTHS =
      List.of(
          "", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> DAYS =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");

  private final String minute;
  private final String hour;
  private final String ofMonth;
  private final String month;
  private final String ofWeek;
  private final boolean unix;

  /** Creates the definition of an expression whose second is 0. */
  CronDefinition(String expression) {
    String[] fields = expression.split(" ");
    unix = fields.length == 5;
    int at = unix ? 0 : 1;
    minute = fields[at];
    hour = fields[at + 1];
    ofMonth = fields[at + 2];
    month = fields[at + 3];
    ofWeek = fields[at + 4];
  }

  /** Returns the matching days, including both ends. */
  List<LocalDate> days(LocalDate from, LocalDate to) {
    return from.datesUntil(to.plusDays(1)).filter(this::names).toList();
  }

  /** Returns the ticks, minute by minute of real time, by the rule for clock changes. */
  List<Instant> ticks(Instant from, Instant to, ZoneId zone) {
    List<Instant> found = new ArrayList<>();
    for (Instant at = from; !at.isAfter(to); at = at.plus(Duration.ofMinutes(1))) {
      if (ticksAt(at, zone)) {
        found.add(at);
      }
    }
    return found;
  }

  private boolean ticksAt(Instant at, ZoneId zone) {
    LocalDateTime shown = LocalDateTime.ofInstant(at, zone);
    if (hour.equals("*")) {
      return names(shown);
    }
    // The clock time one minute earlier, without a clock change.
    ZoneOffset before = zone.getRules().getOffset(at.minus(Duration.ofMinutes(1)));
    LocalDateTime unchanged = LocalDateTime.ofInstant(at, before);
    boolean leftOut =
        unchanged.isBefore(shown)
            && Stream.iterate(unchanged, time -> time.isBefore(shown), time -> time.plusMinutes(1))
                .anyMatch(this::names);
    return leftOut || (names(shown) && !wasShownBefore(at, zone));
  }

  private static boolean wasShownBefore(Instant at, ZoneId zone) {
    LocalDateTime shown = LocalDateTime.ofInstant(at, zone);
    return IntStream.rangeClosed(1, 180)
        .mapToObj(ago -> LocalDateTime.ofInstant(at.minus(Duration.ofMinutes(ago)), zone))
        .anyMatch(shown::equals);
  }

  private boolean names(LocalDateTime time) {
    LocalTime clock = time.toLocalTime();
    return has(minute, clock.getMinute(), 0, 59, List.of())
        && has(hour, clock.getHour(), 0, 23, List.of())
        && names(time.toLocalDate());
  }

  private boolean names(LocalDate day) {
    if (!has(month, day.getMonthValue(), 1, 12, MONTHS)) {
      return false;
    }
    boolean first = items(ofMonth).anyMatch(item -> isDayOfMonth(item, day));
    boolean second = items(ofWeek).anyMatch(item -> isDayOfWeek(item, day));
    boolean either = unix && !ofMonth.startsWith("*") && !ofWeek.startsWith("*");
    return either ? first || second : first && second;
  }

  private static boolean isDayOfMonth(String item, LocalDate day) {
    LocalDate tomorrow = day.plusDays(1);
    if (item.equals("?")) {
      return true;
    }
    if (item.equals("L")) {
      return tomorrow.getDayOfMonth() == 1;
    }
    if (item.startsWith("L-")) {
      int before = Integer.parseInt(item.substring(2));
      return isDayOfMonth("L", day.plusDays(before)) && sameMonth(day, day.plusDays(before));
    }
    if (item.endsWith("W")) {
      LocalDate last = day.withDayOfMonth(day.lengthOfMonth());
      LocalDate aim =
          item.equals("LW") ? last : day.withDayOfMonth(Integer.parseInt(item.replace("W", "")));
      LocalDate nearest =
          day.withDayOfMonth(1)
              .datesUntil(last.plusDays(1))
              .filter(CronDefinition::isWorkday)
              .min(Comparator.comparing(other -> Math.abs(ChronoUnit.DAYS.between(aim, other))))
              .orElseThrow();
      return day.equals(nearest);
    }
    return has(item, day.getDayOfMonth(), 1, 31, List.of());
  }

  private static boolean isWorkday(LocalDate day) {
    return day.getDayOfWeek() != DayOfWeek.SATURDAY && day.getDayOfWeek() != DayOfWeek.SUNDAY;
  }

  private static boolean isDayOfWeek(String item, LocalDate day) {
    if (item.equals("?")) {
      return true;
    }
    if (item.endsWith("L")) {
      return isDayOfWeek(item.substring(0, item.length() - 1), day)
          && !sameMonth(day, day.plusWeeks(1));
    }
    if (item.contains("#")) {
      String[] parts = item.split("#");
      long weeksBefore =
          Stream.iterate(
                  day.minusWeeks(1),
                  before -> sameMonth(day, before),
                  before -> before.minusWeeks(1))
              .count();
      return isDayOfWeek(parts[0], day) && weeksBefore == Integer.parseInt(parts[1]) - 1;
    }
    int number = day.getDayOfWeek().getValue();
    // Sunday is both 7 and 0.
    return has(item, number, 0, 7, DAYS) || (number == 7 && has(item, 0, 0, 7, DAYS));
  }

  private static boolean sameMonth(LocalDate one, LocalDate other) {
    return one.getMonth() == other.getMonth();
  }

  private static Stream<String> items(String list) {
    return Stream.of(list.split(","));
  }

  private static boolean has(String list, int number, int least, int most, List<String> names) {
    return items(list)
        .anyMatch(
            item -> {
              String[] stepped = item.split("/");
              String[] ends = stepped[0].split("-");
              boolean star = ends[0].equals("*");
              int from = star ? least : number(ends[0], names);
              boolean open = star || (ends.length == 1 && stepped.length == 2);
              int to = open ? most : number(ends[ends.length - 1], names);
              // For example from Friday to Sunday.
              to = names == DAYS && to < from ? to + 7 : to;
              int step = stepped.length == 1 ? 1 : Integer.parseInt(stepped[1]);
              return number >= from && number <= to && (number - from) % step == 0;
            });
  }

  private static int number(String text, List<String> names) {
    int name = names.indexOf(text);
    return name >= 0 ? name : Integer.parseInt(text);
  }
}
