package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quartz.CronExpression;

class QuartzCronTest {
  private static final List<Instant> STARTS =
      List.of(
          Instant.parse("2026-12-01T10:15:30Z"),
          Instant.parse("2027-02-27T23:59:59Z"),
          Instant.parse("2027-10-31T18:30:00Z"),
          Instant.parse("2028-02-29T00:00:00Z"));
  private static final int TICKS = 10;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 30 18 ? * 2-6        | 0 30 18 * * MON-FRI
          0 30 18 ? * MON-FRI    | 0 30 18 * * MON-FRI
          0 30 18 ? * mon-fri *  | 0 30 18 * * MON-FRI
          0 0 12 ? * 1           | 0 0 12 * * SUN
          0 0 12 ? * 7           | 0 0 12 * * SAT
          0 0 12 ? * 1,3,7       | 0 0 12 * * SUN,TUE,SAT
          0 0 12 ? * SUN,2-4     | 0 0 12 * * SUN,MON-WED
          0 0 12 ? * MON,        | 0 0 12 * * MON
          0 0 12 ? * 1-7         | 0 0 12 * * SUN-SAT
          0 0 12 ? * 6-2         | 0 0 12 * * FRI-SAT,SUN-MON
          0 0 12 ? * 7-1         | 0 0 12 * * SAT,SUN
          0 0 12 ? * 2-6/2       | 0 0 12 * * MON-FRI/2
          0 0 12 ? * 2/2         | 0 0 12 * * MON-SAT/2
          0 0 12 ? * */2         | 0 0 12 * * SUN-SAT/2
          0 0 12 ? * 6-2/2       | 0 0 12 * * FRI,SUN
          0 0 12 ? * L           | 0 0 12 * * SAT
          0 0 12 ? * 1L          | 0 0 12 * * SUNL
          0 0 12 ? * FRIL        | 0 0 12 * * FRIL
          0 0 12 ? * 6#3         | 0 0 12 * * FRI#3
          0 0 12 ? * 1#5         | 0 0 12 * * SUN#5
          0 0 12 L * ?           | 0 0 12 L * *
          0 0 12 15,L * ?        | 0 0 12 15,L * *
          0 0 12 L-3 * ?         | 0 0 12 L-3 * *
          0 0 12 LW * ?          | 0 0 12 LW * *
          0 0 12 15W * ?         | 0 0 12 15W * *
          0 0 12 31W 3,5 ?       | 0 0 12 31W 3,5 *
          0 0 12 28-3 * ?        | 0 0 12 28-31,1-3 * *
          0 0 12 1/10 * ?        | 0 0 12 1/10 * *
          0 0 12 1 NOV-FEB ?     | 0 0 12 1 11-12,1-2 *
          0 0 12 1 11-2/2 ?      | 0 0 12 1 11,1 *
          0 0 12 1 jan,3/4 ?     | 0 0 12 1 JAN,3/4 *
          0 0 22-2 * * ?         | 0 0 22-23,0-2 * * *
          0 0 22-3/2 * * ?       | 0 0 22,0,2 * * *
          0 /20 20/3 * * ?       | 0 */20 20/3 * * *
          0/15 */10 8-18/2 * * ? | 0/15 */10 8-18/2 * * *
          50-10/5 0 0 * * ?      | 50,55,0,5,10 0 0 * * *
          """)
  void translatedExpressionTicksLikeQuartz(String quartz, String baton) throws ParseException {
    assertThat(QuartzCron.toBaton(quartz)).isEqualTo(baton);
    for (Instant start : STARTS) {
      assertThat(ticksOfBaton(baton, start)).isEqualTo(ticksOfQuartz(quartz, start));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0 12 ? * 2 2027       | has the year 2027; Baton's have no years
          0 0 12 ? * 2 2027-2099  | has the year 2027-2099; Baton's have no years
          0 0 12 ? *              | has 5 fields
          0 0 12 ? * 6#3,2        | day of week 6#3 isn't a form that all versions
          0 0 12 ? * 2-6L         | day of week 2-6L isn't a form that all versions
          0 0 12 ? * MONDAY       | day of week MONDAY isn't a form that all versions
          0 0 12 ? * MON-FRI/2    | day of week MON-FRI/2 has a step after a name
          0 0 12 ? * 0            | day of week 0 isn't between 1 and 7
          0 0 12 1,15W * ?        | day of month 15W isn't a form that all versions
          0 0 12 L-3W * ?         | day of month L-3W isn't a form that all versions
          0 0 12 L-4,25 * ?       | day of month L-4 isn't a form that all versions
          0 0 12 31W * ?          | is near a day that one of its months doesn't have
          0 0 12 L-30 * ?         | must count back
          0 0 12 31 2 ?           | have no day in common
          0 0 9,12 15W * ?        | has a W and several times in a day
          0 */0 12 * * ?          | minute */0 has the step 0
          """)
  void expressionThatCannotBeTranslatedIsRefusedInWords(String quartz, String words) {
    assertThatThrownBy(() -> QuartzCron.toBaton(quartz))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  /** An expression that Quartz refuses can't be in its tables. */
  @Test
  void randomExpressionsTickLikeQuartzOrAreRefused() throws ParseException {
    Random random = new Random(1);
    List<String> translated = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      boolean isByWeek = random.nextBoolean();
      boolean isOnce = random.nextBoolean();
      String quartz =
          String.join(
              " ",
              "0",
              isOnce ? "30" : field(random, 0, 59),
              isOnce ? "18" : field(random, 0, 23),
              isByWeek ? "?" : field(random, 1, 31),
              field(random, 1, 12),
              isByWeek ? field(random, 1, 7) : "?");
      String baton;
      try {
        CronExpression.validateExpression(quartz);
        baton = QuartzCron.toBaton(quartz);
      } catch (ParseException | IllegalArgumentException refused) {
        continue;
      }
      Instant start = STARTS.get(random.nextInt(STARTS.size()));
      assertThat(ticksOfBaton(baton, start)).as(quartz).isEqualTo(ticksOfQuartz(quartz, start));
      translated.add(quartz);
    }
    assertThat(translated).hasSizeGreaterThan(1_000);
  }

  private static String field(Random random, int least, int most) {
    int from = least + random.nextInt(most - least + 1);
    int to = least + random.nextInt(most - least + 1);
    int step = 1 + random.nextInt(Math.min(9, most - least));
    return switch (random.nextInt(most == 31 || most == 7 ? 11 : 7)) {
      case 0, 1 -> "*";
      case 2 -> "*/" + step;
      case 3 -> from + "/" + step;
      case 4 -> from + "-" + to;
      case 5 -> from + "-" + to + "/" + step;
      case 6 -> from + "," + to + "-" + (to + random.nextInt(most - to + 1));
      case 7 -> "L";
      case 10 -> most == 31 ? from + "W" : from + "L";
      case 9 -> most == 31 ? "LW" : "L";
      case 8 -> most == 31 ? "L-" + step : "L";
      default -> most == 31 ? "L," + from : from + "#" + (1 + random.nextInt(5));
    };
  }

  private static List<Instant> ticksOfQuartz(String text, Instant start) throws ParseException {
    CronExpression expression = new CronExpression(text);
    expression.setTimeZone(TimeZone.getTimeZone("UTC"));
    List<Instant> ticks = new ArrayList<>();
    Date time = Date.from(start);
    for (int i = 0; i < TICKS; i++) {
      time = expression.getNextValidTimeAfter(time);
      ticks.add(time.toInstant());
    }
    return ticks;
  }

  private static List<Instant> ticksOfBaton(String text, Instant start) {
    CronTimes times = CronTimes.of(new Timing.Cron(text, ZoneOffset.UTC));
    List<Instant> ticks = new ArrayList<>();
    Instant time = start;
    for (int i = 0; i < TICKS; i++) {
      time = times.next(time).orElseThrow();
      ticks.add(time);
    }
    return ticks;
  }
}
