package dev.baton.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.schedule.CronTimes;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTimesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** The clocks change from 02:00 to 03:00. */
  private static final String SPRING = "2026-03-29";

  /** The clocks change from 03:00 back to 02:00. */
  private static final String AUTUMN = "2026-10-25";

  @Test
  void workdayExpressionTicksOnWorkdays() {
    assertThat(ticks("0 30 8 * * MON-FRI", "2026-11-20T08:00:00+01:00", 3))
        .containsExactly(
            "2026-11-20T08:30+01:00", "2026-11-23T08:30+01:00", "2026-11-24T08:30+01:00");
  }

  @Test
  void fiveFieldsFollowUnixCron() {
    assertThat(ticks("30 8 13 * 5", "2026-11-20T09:00:00+01:00", 2))
        .as("the thirteenth, and every Friday")
        .containsExactly("2026-11-27T08:30+01:00", "2026-12-04T08:30+01:00");
    assertThat(ticks("0 30 8 13 * FRI", "2026-11-20T09:00:00+01:00", 1))
        .as("a thirteenth that is a Friday")
        .containsExactly("2027-08-13T08:30+02:00");
  }

  @Test
  void lastWorkdayAndFirstFridayOfMonthAreSupported() {
    assertThat(ticks("0 0 12 LW * *", "2026-01-01T00:00:00+01:00", 2))
        .containsExactly("2026-01-30T12:00+01:00", "2026-02-27T12:00+01:00");
    assertThat(ticks("0 0 12 ? * FRI#1", "2026-01-05T00:00:00+01:00", 1))
        .containsExactly("2026-02-06T12:00+01:00");
    assertThat(ticks("@daily", "2026-01-05T10:00:00+01:00", 1))
        .containsExactly("2026-01-06T00:00+01:00");
  }

  @Test
  void skippedTimeRunsRightAfterTheClockChange() {
    assertThat(ticks("0 30 2 * * *", "2026-03-28T12:00:00+01:00", 3))
        .containsExactly(
            SPRING + "T03:00+02:00", "2026-03-30T02:30+02:00", "2026-03-31T02:30+02:00");
  }

  @Test
  void manySkippedTimesRunOnce() {
    assertThat(ticks("0 */20 2-3 * * *", "2026-03-29T01:59:00+01:00", 4))
        .containsExactly(
            SPRING + "T03:00+02:00",
            SPRING + "T03:20+02:00",
            SPRING + "T03:40+02:00",
            "2026-03-30T02:00+02:00");
  }

  @Test
  void repeatedTimeRunsTheFirstTime() {
    assertThat(ticks("0 30 2 * * *", "2026-10-24T12:00:00+02:00", 2))
        .containsExactly(AUTUMN + "T02:30+02:00", "2026-10-26T02:30+01:00");
    assertThat(ticks("0 30 2 * * *", "2026-10-25T02:10:00+01:00", 1))
        .as("called in the repeated hour")
        .containsExactly("2026-10-26T02:30+01:00");
    assertThat(ticks("* * 2 * * *", "2026-10-25T02:00:00+01:00", 1))
        .containsExactly("2026-10-26T02:00+01:00");
  }

  @Test
  void hourlyTicksFollowTheLocalClock() {
    assertThat(ticks("0 30 * * * *", "2026-10-25T01:00:00+02:00", 4))
        .containsExactly(
            AUTUMN + "T01:30+02:00",
            AUTUMN + "T02:30+02:00",
            AUTUMN + "T02:30+01:00",
            AUTUMN + "T03:30+01:00");
    assertThat(ticks("0 30 * * * *", "2026-03-29T01:00:00+01:00", 2))
        .containsExactly(SPRING + "T01:30+01:00", SPRING + "T03:30+02:00");
    assertThat(ticks("0 0 * * * *", "2026-03-29T01:30:00+01:00", 2))
        .containsExactly(SPRING + "T03:00+02:00", SPRING + "T04:00+02:00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z"})
  void tenMinuteTicksContinueAcrossClockChange(String start) {
    Instant last = Instant.parse(start);
    CronTimes times = times("0 */10 * * * *", BERLIN);
    for (int i = 0; i < 200; i++) {
      Instant next = times.next(last).orElseThrow();
      assertThat(Duration.between(last, next)).isEqualTo(Duration.ofMinutes(10));
      last = next;
    }
  }

  /** Checks each day of two years: the number of ticks and their times. */
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2025-12-31T23:00:00Z",
    "America/New_York, 2026-01-01T05:00:00Z",
    "Australia/Lord_Howe, 2025-12-31T13:00:00Z",
    "Africa/Cairo, 2025-12-31T22:00:00Z",
    "Asia/Kolkata, 2025-12-31T18:30:00Z"
  })
  void dailyTimeRunsOncePerDayInEveryZone(String zone, String newYear) {
    ZoneId there = ZoneId.of(zone);
    for (String time : List.of("0 0 0 * * *", "0 15 0 * * *", "0 30 1 * * *", "0 30 2 * * *")) {
      CronTimes times = times(time, there);
      Instant last = Instant.parse(newYear).minusSeconds(1);
      for (int day = 1; day <= 365; day++) {
        last = times.next(last).orElseThrow();
        assertThat(ZonedDateTime.ofInstant(last, there).toLocalDate())
            .as(time)
            .isEqualTo(LocalDateTime.parse("2026-01-01T00:00").toLocalDate().plusDays(day - 1));
      }
    }
  }

  @Test
  void nextTimeIsAlwaysLaterEvenWithinOneSecond() {
    CronTimes times = times("* * * * * *", BERLIN);
    Instant at = Instant.parse("2026-01-01T00:00:00.999999Z");
    assertThat(times.next(at)).contains(Instant.parse("2026-01-01T00:00:01Z"));
    assertThat(times.next(Instant.parse("2026-01-01T00:00:01Z")))
        .contains(Instant.parse("2026-01-01T00:00:02Z"));
    assertThat(times.next(Instant.parse("2026-01-01T00:00:01.000001Z")))
        .contains(Instant.parse("2026-01-01T00:00:02Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bad", "* * * *", "0 0 0 1 1 * 2026", "@reboot"})
  void expressionWithOtherFieldsIsRefused(String text) {
    assertThatThrownBy(() -> times(text, BERLIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'" + text + "'", "five fields");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "61 0 0 * * *     | second '61'",
        "0 61 * * * *     | minute '61'",
        "0 1;5 * * * *    | minute '1;5'",
        "0 5,,6 * * * *   | minute ''",
        "0 */0 * * * *    | minute '*/0'",
        "0 */90 * * * *   | minute '*/90'",
        "0 0-9-9 * * * *  | minute '0-9-9'",
        "0 1/2/3 * * * *  | minute '1/2/3'",
        "0 -1 * * * *     | minute '-1'",
        "0 0 25 * * *     | hour '25'",
        "0 0 22-2 * * *   | hour '22-2'",
        "0 0 0 0 * *      | day of month '0'",
        "0 0 0 32 * *     | day of month '32'",
        "0 0 9 29W * *    | day of month '29W'",
        "0 0 9 31W * *    | day of month '31W'",
        "0 0 9 31W 1-4 *  | day of month '31W'",
        "0 0 9 0W * *     | day of month '0W'",
        "0 0 9 32W * *    | day of month '32W'",
        "0 0 9 1-5W * *   | day of month '1-5W'",
        "0 0 9 L-0 * *    | day of month 'L-0'",
        "0 0 9 L-28 * *   | day of month 'L-28'",
        "0 0 9 L-3W * *   | day of month 'L-3W'",
        "0 0 9 L-6-L * *  | day of month 'L-6-L'",
        "0 0 9 WL * *     | day of month 'WL'",
        "0 9 L * *        | day of month 'L'",
        "0 9 ? * 1        | day of month '?'",
        "0 9 */2,5 * 1    | day of month '*/2,5'",
        "0 0 0 1 13 *     | month '13'",
        "0 0 0 1 NOV-FEB *| month 'NOV-FEB'",
        "0 0 0 ? * 8      | day of week '8'",
        "0 0 0 ? * L      | day of week 'L'",
        "0 0 0 ? * FRI-MON| day of week 'FRI-MON'",
        "0 0 0 ? * FRI#6  | day of week 'FRI#6'",
        "0 0 0 ? * FRI#0  | day of week 'FRI#0'",
        "0 0 0 ? * FRI#   | day of week 'FRI#'",
        "0 0 0 ? * #1     | day of week '#1'",
        "0 0 0 ? * */2    | day of week '*/2'",
        "0 0 0 ? * SUN/2  | day of week 'SUN/2'",
        "0 0 0 ? * 7/2    | day of week '7/2'",
        "0 0 0 ? * 7-7    | day of week '7-7'",
        "0 0 0 ? * 7-0/2  | day of week '7-0/2'",
        "0 0 0 ? * 0-SUN  | day of week '0-SUN'",
        "0 9 * * FRI#1    | day of week 'FRI#1'"
      })
  void impossibleExpressionIsRefusedWithItsField(String text, String field) {
    assertThatThrownBy(() -> times(text, BERLIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'" + text + "'", "its " + field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 0 30 2 *", "0 0 * 31 2,4,6,9,11 *", "0 0 9 1 * MON#2", "0 0 31 4 *"})
  void expressionWithoutAnyDayIsRefusedWithItsFields(String text) {
    assertThatThrownBy(() -> times(text, BERLIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'" + text + "'", "day of month", "month", "would never tick");
  }

  @Test
  void veryRareDayIsFound() {
    CronTimes times = times("0 0 0 29 2 MON#5", ZoneId.of("UTC"));
    assertThat(times.next(Instant.parse("2026-01-01T00:00:00Z")))
        .contains(Instant.parse("2044-02-29T00:00:00Z"));
    assertThat(times.next(Instant.parse("2072-03-01T00:00:00Z")))
        .contains(Instant.parse("2112-02-29T00:00:00Z"));
  }

  private static CronTimes times(String expression, ZoneId zone) {
    return CronTimes.of(new Timing.Cron(expression, zone));
  }

  private static List<String> ticks(String expression, String after, int count) {
    CronTimes times = times(expression, BERLIN);
    List<String> found = new ArrayList<>();
    Optional<Instant> tick = times.next(ZonedDateTime.parse(after).toInstant());
    while (tick.isPresent() && found.size() < count) {
      found.add(tick.get().atZone(BERLIN).toOffsetDateTime().toString());
      tick = times.next(tick.get());
    }
    return found;
  }
}
