package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.schedule.CronSchedule;
import com.github.kagkarlsson.scheduler.task.schedule.Schedule;
import dev.baton.move.RandomCron.Ticks;
import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.scheduling.support.CronExpression;

/**
 * Compares Baton's expressions of six fields with Spring's, which TwTasks uses, and with
 * db-scheduler's. The code of a service contains these expressions, and people copy them.
 */
class SpringCronTest {
  private static final List<String> MONTHS = List.of("JAN", "feb", "6", "12");
  private static final List<String> DAYS = List.of("SUN", "mon", "FRI", "0", "3", "6", "7");
  private static final List<String> SPECIAL_OF_WEEK = List.of("?", "FRIL", "0L", "MON#2", "7#1");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 30 18 * * MON-FRI",
        "0 0 12 ? * 1",
        "0 0 12 ? * 7",
        "0 0 12 ? * 0-6/2",
        "0 0 12 ? * 5-7",
        "0 0 12 13 * FRI",
        "0 0 12 L * ?",
        "0 0 12 LW * ?",
        "0 0 12 ? * FRIL",
        "0 0 12 ? * FRI#3",
        "5/15 */10 8-18/2 1/3 JAN,6 *"
      })
  void expressionTicksTheSameInSpringDbSchedulerAndBaton(String text) {
    for (int i = 0; i < RandomCron.STARTS.size(); i++) {
      List<Instant> baton = RandomCron.ticksOfBaton(text, i);
      assertThat(ticksOfSpring(text).from(i)).isEqualTo(baton);
      assertThat(ticksOfDbScheduler(text).from(i)).isEqualTo(baton);
    }
  }

  @Test
  void randomExpressionsTickLikeInSpringOrAreRefused() {
    List<String> ofMonth = List.of("?", "L", "LW", "L-3", "15,L", "12W");
    assertThat(compared(ofMonth, SpringCronTest::ticksOfSpring)).isGreaterThan(500);
  }

  @Test
  void randomExpressionsTickLikeInDbSchedulerOrAreRefused() {
    List<String> ofMonth = List.of("*", "L", "LW", "L-3", "12W");
    assertThat(compared(ofMonth, SpringCronTest::ticksOfDbScheduler)).isGreaterThan(500);
  }

  private static int compared(List<String> ofMonth, Function<String, Ticks> engine) {
    Random random = new Random(1);
    RandomCron cron = new RandomCron(MONTHS, DAYS, ofMonth, SPECIAL_OF_WEEK);
    return cron.check(
        2_000,
        () -> cron.seconds(random) + " " + cron.rest(random),
        engine,
        text -> {
          CronTimes.of(new Timing.Cron(text, ZoneOffset.UTC));
          return text;
        });
  }

  /** {@code look} shows this difference, because the next ticks differ. */
  @Test
  void dbSchedulerIgnoresTheLastDayInListsAndNeverTicksWithTwoQuestionMarks() {
    assertThat(ticksOfDbScheduler("0 0 12 15,L * *").from(0))
        .isEqualTo(RandomCron.ticksOfBaton("0 0 12 15 * *", 0));
    assertThat(ticksOfDbScheduler("0 0 12 ? * ?").next(RandomCron.STARTS.get(0)))
        .isEqualTo(Schedule.NEVER);
  }

  private static Ticks ticksOfSpring(String text) {
    CronExpression expression = CronExpression.parse(text);
    return time ->
        Objects.requireNonNull(expression.next(LocalDateTime.ofInstant(time, ZoneOffset.UTC)))
            .toInstant(ZoneOffset.UTC);
  }

  private static Ticks ticksOfDbScheduler(String text) {
    CronSchedule schedule = new CronSchedule(text, ZoneOffset.UTC);
    return time -> schedule.getNextExecutionTime(ExecutionComplete.simulatedSuccess(time));
  }
}
