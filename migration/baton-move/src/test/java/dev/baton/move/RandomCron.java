package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Random cron expressions, to compare another engine's ticks with Baton's.
 *
 * @param months values of the month
 * @param daysOfWeek values of the day of the week
 * @param specialOfMonth whole fields of the day of the month
 * @param specialOfWeek whole fields of the day of the week
 */
record RandomCron(
    List<String> months,
    List<String> daysOfWeek,
    List<String> specialOfMonth,
    List<String> specialOfWeek) {
  static final List<Instant> STARTS =
      List.of(
          Instant.parse("2026-12-01T10:15:30Z"),
          Instant.parse("2027-02-27T23:59:59Z"),
          Instant.parse("2028-02-29T00:00:00Z"));
  private static final int TICKS = 8;

  /** Returns the next tick after a time. */
  interface Ticks {
    Instant next(Instant after);

    /** Returns the first ticks after the start of this index. */
    default List<Instant> from(int start) {
      return Stream.iterate(next(STARTS.get(start)), this::next).limit(TICKS).toList();
    }
  }

  static List<Instant> ticksOfBaton(String text, int start) {
    CronTimes times = CronTimes.of(new Timing.Cron(text, ZoneOffset.UTC));
    Ticks ticks = time -> times.next(time).orElseThrow();
    return ticks.from(start);
  }

  /**
   * Compares random expressions. Returns how many of them both the engine and Baton accept.
   *
   * @param engine throws an exception if the engine refuses the expression; so may its ticks
   * @param translation throws an exception if Baton refuses the expression
   */
  int check(
      int count,
      Supplier<String> expressions,
      Function<String, Ticks> engine,
      Function<String, String> translation) {
    List<String> compared = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = expressions.get();
      List<Instant> expected;
      String baton;
      try {
        baton = translation.apply(text);
        expected = engine.apply(text).from(i % STARTS.size());
      } catch (RuntimeException refused) {
        continue;
      }
      assertThat(ticksOfBaton(baton, i % STARTS.size()))
          .as(text + " as " + baton)
          .isEqualTo(expected);
      compared.add(text);
    }
    return compared.size();
  }

  String seconds(Random random) {
    return random.nextBoolean() ? "0" : numbers(random, 0, 59);
  }

  /** Returns the fields after the seconds. */
  String rest(Random random) {
    String time =
        random.nextBoolean() ? "30 18" : numbers(random, 0, 59) + " " + numbers(random, 0, 23);
    String ofMonth = random.nextInt(3) == 0 ? one(random, specialOfMonth) : numbers(random, 1, 31);
    String ofWeek = random.nextInt(3) == 0 ? one(random, specialOfWeek) : days(random);
    String month = random.nextBoolean() ? "*" : values(random, months);
    return time + " " + ofMonth + " " + month + " " + ofWeek;
  }

  private String days(Random random) {
    return random.nextInt(3) == 0 ? "*" : values(random, daysOfWeek);
  }

  private static String numbers(Random random, int least, int most) {
    List<String> numbers = new ArrayList<>();
    for (int number = least; number <= most; number++) {
      numbers.add(String.valueOf(number));
    }
    return values(random, numbers);
  }

  private static String values(Random random, List<String> values) {
    String first = one(random, values);
    String last = one(random, values);
    int step = 1 + random.nextInt(12);
    return switch (random.nextInt(8)) {
      case 0, 1 -> "*";
      case 2 -> "*/" + step;
      case 3 -> first + "/" + step;
      case 4 -> first + "-" + last;
      case 5 -> first + "-" + last + "/" + step;
      case 6 -> first + "," + last;
      default -> first;
    };
  }

  private static String one(Random random, List<String> values) {
    return values.get(random.nextInt(values.size()));
  }
}
