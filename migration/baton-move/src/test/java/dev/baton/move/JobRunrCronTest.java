package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.move.RandomCron.Ticks;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.jobrunr.scheduling.cron.CronExpression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobRunrCronTest {
  /** JobRunr refuses L in a list, but not as one of its items, and Sundays as 7. */
  private static final RandomCron RANDOM =
      new RandomCron(
          List.of("JAN", "Feb", "March", "12"),
          List.of("SUN", "Monday", "fri", "0", "3", "6"),
          List.of("L", "15,L", "*/2,15"),
          List.of("5L", "0L", "*/2,3", "2L,3"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 18 * * 1-5       | 0 30 18 * * MON-FRI
          0 30 18 * * 1-5     | 0 30 18 * * MON-FRI
          30 18 1 * 1         | 30 18 1 * MON
          0 30 18 1 * 1       | 30 18 1 * MON
          30 18 1-7 * */7     | 0 30 18 1-7 * SUN-SAT/7
          */5 * * * * *       | */5 * * * * *
          0 18 L * *          | 0 0 18 L * *
          0 18 L * 1          | 0 0 18 L * *
          0 18 * * 5L         | 0 0 18 * * FRIL
          15 0 18 * * 0L      | 15 0 18 * * SUNL
          0 18 * * 5/1        | 0 0 18 * * FRI-SAT/1
          0 18 * * sunday,Wed | 0 0 18 * * SUN,WED
          0 18 1 March *      | 0 0 18 1 MAR *
          0 8/3 1-20/4 * *    | 0 0 8-23/3 1-20/4 * *
          """)
  void translatedExpressionTicksLikeJobRunr(String jobRunr, String baton) {
    assertThat(JobRunrCron.toBaton(jobRunr)).isEqualTo(baton);
    for (int i = 0; i < RandomCron.STARTS.size(); i++) {
      assertThat(RandomCron.ticksOfBaton(baton, i)).isEqualTo(ticksOfJobRunr(jobRunr).from(i));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5 0 18 1 * 1            | turn it into two schedules
          0 18 15,L * *           | day of month L isn't between 1 and 31
          0 18 * * MON/2          | day of week MON/2 has a step after a name
          0 18 * * 7              | day of week 7 isn't between 0 and 6
          0 18 * * 1#2            | day of week 1#2 isn't a form that Baton can translate
          0 18 * * 5-1            | ends before it begins
          0 18 2,* * 3            | has a star in a list
          0 18 30 2 *             | have no day in common
          0 18 * *                | has 4 fields
          0 18 * * * [PT1H/PT2H]  | has a carbon-aware margin; Baton's have none
          """)
  void expressionThatCannotBeTranslatedIsRefusedInWords(String jobRunr, String words) {
    assertThatThrownBy(() -> JobRunrCron.toBaton(jobRunr))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void randomExpressionsTickLikeJobRunrOrAreRefused() {
    Random random = new Random(1);
    int translated =
        RANDOM.check(
            2_000,
            () -> (random.nextBoolean() ? "" : RANDOM.seconds(random) + " ") + RANDOM.rest(random),
            JobRunrCronTest::ticksOfJobRunr,
            JobRunrCron::toBaton);
    assertThat(translated).isGreaterThan(500);
  }

  private static Ticks ticksOfJobRunr(String text) {
    CronExpression expression = new CronExpression(text);
    return time -> expression.next(time, time, ZoneOffset.UTC);
  }
}
