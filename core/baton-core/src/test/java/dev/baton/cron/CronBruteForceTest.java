package dev.baton.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares ticks with a slow definition: day by day over leap years and a year without 29 February,
 * and minute by minute around clock changes. Expressions are random, from a seed that the test
 * prints. {@code -Dbaton.cron.expressions=20000} tries more of them, and {@code
 * -Dbaton.cron.seed=1} tries others.
 */
class CronBruteForceTest {
  private static final int EXPRESSIONS = Integer.getInteger("baton.cron.expressions", 60);
  private static final long SEED = Long.getLong("baton.cron.seed", 20);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0 9 31W 1,3,5,7,8,10,12 *",
        "0 0 9 30W 1,3-12 *",
        "0 0 9 28W * *",
        "0 0 9 1W * *",
        "0 0 9 15W * *",
        "0 0 9 LW * *",
        "0 0 9 L * *",
        "0 0 9 L-3 * *",
        "0 0 9 L-27 * *",
        "0 0 9 L-29 1,4,12 *",
        "0 0 9 1,15W,L * *",
        "0 0 9 31 * *",
        "0 0 9 29 2 ?",
        "0 0 9 ? * FRI#5",
        "0 0 9 ? * 0#1",
        "0 0 9 ? * 7#2",
        "0 0 9 ? * FRIL",
        "0 0 9 ? * 7L",
        "0 0 9 ? * SAT-SUN",
        "0 0 9 ? * MON#1,WEDL",
        "0 0 9 13 * FRI",
        "0 9 13 * 5",
        "0 9 */2 * 1",
        "0 9 1-7 * */3",
        "0 9 10-30/7 2-11/3 *",
        "0 9 * * 5-7"
      })
  void daysAreThoseThatEachFieldNamesEveryMonth(String expression) {
    checkDays(expression);
  }

  @Test
  void daysOfRandomExpressionsMatchTheDefinition() {
    Random random = new Random(SEED);
    int served = 0;
    for (int i = 0; i < EXPRESSIONS; i++) {
      String expression = expression(random, "0 9", "9");
      if (refusal(expression).isEmpty()) {
        checkDays(expression);
        served++;
      }
    }
    assertThat(served).as("not refused").isGreaterThan(EXPRESSIONS / 2);
  }

  /** Each window contains a change of the clock, some of them by half an hour or by a day. */
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026-03-28T20:00:00Z",
    "Europe/Berlin, 2026-10-24T20:00:00Z",
    "America/New_York, 2026-03-08T00:00:00Z",
    "America/New_York, 2026-11-01T00:00:00Z",
    "Australia/Lord_Howe, 2026-04-04T09:00:00Z",
    "Australia/Lord_Howe, 2026-10-03T09:00:00Z",
    "Africa/Cairo, 2026-04-23T14:00:00Z",
    "Africa/Cairo, 2026-10-29T14:00:00Z",
    "Pacific/Apia, 2011-12-29T22:00:00Z",
    "Asia/Kolkata, 2026-10-24T20:00:00Z"
  })
  void ticksAroundClockChangesMatchTheDefinition(String zone, Instant from) {
    Random random = new Random(SEED);
    List<String> expressions =
        new ArrayList<>(
            List.of(
                "0 30 * * * *",
                "0 */10 * * * *",
                "0 30 2 * * *",
                "0 0,30 1-3 * * *",
                "*/15 2 * * *",
                "0 0 0 * * *",
                "0 15 */2 * * *",
                "0 59 23 30,31 * *",
                "0 0 * L * *"));
    for (int i = 0; i < EXPRESSIONS / 15; i++) {
      expressions.add(expression(random, null, null));
    }
    for (String expression : expressions) {
      if (refusal(expression).isEmpty()) {
        checkMinutes(expression, ZoneId.of(zone), from);
      }
    }
  }

  private static void checkDays(String expression) {
    for (int year : List.of(2023, 2096)) {
      LocalDate from = LocalDate.of(year, 1, 1);
      LocalDate to = LocalDate.of(year + 8, 12, 31);
      List<Instant> expected =
          new CronDefinition(expression)
              .days(from, to).stream()
                  .map(day -> day.atTime(LocalTime.of(9, 0)).toInstant(ZoneOffset.UTC))
                  .toList();
      Instant start = from.atStartOfDay().toInstant(ZoneOffset.UTC);
      Instant end = to.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
      assertThat(ticks(expression, ZoneOffset.UTC, start, end))
          .as(expression + ", seed " + SEED)
          .isEqualTo(expected);
    }
  }

  private static void checkMinutes(String expression, ZoneId zone, Instant from) {
    Instant to = from.plus(Duration.ofHours(34));
    List<Instant> expected = new CronDefinition(expression).ticks(from, to, zone);
    List<Instant> found = ticks(expression, zone, from, to);
    assertThat(found).as(expression + " in " + zone + ", seed " + SEED).isEqualTo(expected);
    // The next tick is the same from every earlier time.
    CronTimes times = CronTimes.of(new Timing.Cron(expression, zone));
    for (Instant at = from; at.isBefore(to); at = at.plus(Duration.ofMinutes(37))) {
      Instant asked = at;
      expected.stream()
          .filter(tick -> tick.isAfter(asked))
          .findFirst()
          .ifPresent(
              tick ->
                  assertThat(times.next(asked)).as(expression + " after " + asked).contains(tick));
    }
  }

  /** Both ends included. */
  private static List<Instant> ticks(String expression, ZoneId zone, Instant from, Instant to) {
    CronTimes times = CronTimes.of(new Timing.Cron(expression, zone));
    return Stream.iterate(
            times.next(from.minusSeconds(1)).orElseThrow(),
            tick -> !tick.isAfter(to),
            tick -> times.next(tick).orElseThrow())
        .toList();
  }

  private static String refusal(String expression) {
    try {
      CronExpression.parse(expression);
      return "";
    } catch (IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static String expression(Random random, String unixTime, String hour) {
    boolean unix = random.nextInt(4) == 0;
    String minutes = unixTime == null ? numbers(random, 0, 59) : "0";
    String hours = hour != null ? hour : random.nextInt(3) == 0 ? "*" : numbers(random, 0, 23);
    String month = random.nextInt(3) > 0 ? "*" : numbers(random, 1, 12);
    boolean free = random.nextBoolean();
    String ofMonth = unix ? numbers(random, 1, 31) : list(random, () -> dayOfMonth(random));
    String ofWeek = unix ? numbers(random, 0, 7) : list(random, () -> dayOfWeek(random));
    String star = unix ? "*" : "?";
    String days =
        !free
            ? ofMonth + " " + month + " " + ofWeek
            : random.nextBoolean()
                ? star + " " + month + " " + ofWeek
                : ofMonth + " " + month + " " + star;
    return (unix ? "" : "0 ") + minutes + " " + hours + " " + days;
  }

  private static String list(Random random, java.util.function.Supplier<String> item) {
    return String.join(
        ",", IntStream.rangeClosed(0, random.nextInt(3)).mapToObj(i -> item.get()).toList());
  }

  private static String dayOfMonth(Random random) {
    int day = 1 + random.nextInt(31);
    return switch (random.nextInt(5)) {
      case 0 -> "L";
      case 1 -> "L-" + random.nextInt(31);
      case 2 -> day + "W";
      case 3 -> "LW";
      default -> numbers(random, 1, 31);
    };
  }

  private static String dayOfWeek(Random random) {
    String name =
        List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "7", "0", "3")
            .get(random.nextInt(10));
    return switch (random.nextInt(4)) {
      case 0 -> name + "L";
      case 1 -> name + "#" + (1 + random.nextInt(5));
      case 2 -> name;
      default -> numbers(random, 0, 7);
    };
  }

  private static String numbers(Random random, int least, int most) {
    int from = least + random.nextInt(most - least + 1);
    int to = from + random.nextInt(most - from + 1);
    int step = 1 + random.nextInt(Math.max(1, (most - least) / 3));
    return switch (random.nextInt(6)) {
      case 0 -> "*";
      case 1 -> "*/" + step;
      case 2 -> from + "-" + to;
      case 3 -> from + "-" + to + "/" + step;
      case 4 -> from + "/" + step;
      default -> String.valueOf(from);
    };
  }
}
