package dev.baton.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.engine.schedule.TickPlan.Next;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TickRulesTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Instant HOUR_LATER = NOON.plusSeconds(3_600);
  private static final LastRun NONE = new LastRun.None();
  private static final LastRun CONTINUES = new LastRun.Continues();
  private static final LastRun ENDED = new LastRun.Ended(NOON.minusSeconds(30), false);
  private static final LastRun IN_ERROR = new LastRun.Ended(NOON.minusSeconds(30), true);

  private static final Schedule EVERY_MINUTE = run(Schedule.fixedRate("m", MINUTE));
  private static final Schedule DELAY = run(Schedule.fixedDelay("d", MINUTE));
  private static final Schedule RULE = run(Schedule.byRule("r", "rule"));

  @ParameterizedTest
  @EnumSource
  void punctualTickRunsUnderEveryPolicy(Missed missed) {
    TickPlan plan = due(EVERY_MINUTE.missed(missed), NOON, ENDED, NOON.plusMillis(400));
    assertThat(plan).isEqualTo(TickPlan.run(List.of(NOON), at(NOON.plus(MINUTE))));
  }

  @Test
  void scheduleContinuesAfterTheClockWasAheadButRepeatsNoSingleTick() {
    ScheduleState ahead = at(EVERY_MINUTE, NOON.plusSeconds(3_660)).ticked(HOUR_LATER, false);
    assertThat(TickRules.clockSetBack(ahead, NOON.plusSeconds(30))).contains(at(NOON.plus(MINUTE)));
    assertThat(TickRules.clockSetBack(ahead, HOUR_LATER.minus(MINUTE)))
        .as("only the last tick is later than now, and it was served")
        .isEmpty();
    ScheduleState again = at(EVERY_MINUTE, NOON.plus(MINUTE)).ticked(HOUR_LATER, false);
    assertThat(TickRules.clockSetBack(again, NOON.plusSeconds(31))).as("once").isEmpty();
    ScheduleState all =
        at(EVERY_MINUTE.missed(Missed.ALL), NOON.plusSeconds(3_660)).ticked(HOUR_LATER, false);
    assertThat(TickRules.clockSetBack(all, NOON)).as("all ticks were served").isEmpty();
    Schedule daily = run(Schedule.fixedRate("d", Duration.ofDays(1)));
    ScheduleState early = at(daily, HOUR_LATER.plusSeconds(86_400)).ticked(HOUR_LATER, false);
    assertThat(TickRules.clockSetBack(early, NOON)).isEmpty();
    ScheduleState delay = at(DELAY, HOUR_LATER.plus(MINUTE)).ticked(HOUR_LATER, false);
    assertThat(TickRules.clockSetBack(delay, NOON)).contains(at(NOON.plus(MINUTE)));
  }

  private static ScheduleState at(Schedule schedule, Instant tick) {
    return ScheduleState.fresh(schedule, tick, tick, null);
  }

  @Test
  void policyRunsNoneOneOrAllOfTheLateTicks() {
    Instant now = NOON.plus(Duration.ofMinutes(3)).plusSeconds(59);
    Instant latest = NOON.plus(Duration.ofMinutes(3));
    Instant next = NOON.plus(Duration.ofMinutes(4));
    assertThat(due(EVERY_MINUTE.missed(Missed.ONCE), NOON, NONE, now))
        .isEqualTo(TickPlan.run(List.of(latest), at(next)));
    assertThat(due(EVERY_MINUTE.missed(Missed.ALL).overlap(Overlap.ALLOW), NOON, NONE, now).run())
        .containsExactly(NOON, NOON.plusSeconds(60), NOON.plusSeconds(120), latest);
    assertThat(due(EVERY_MINUTE.missed(Missed.SKIP), NOON, NONE, now))
        .as("the latest tick is less than a minute late")
        .isEqualTo(TickPlan.run(List.of(latest), at(next)));
    Schedule hourly = run(Schedule.fixedRate("h", Duration.ofHours(1))).missed(Missed.SKIP);
    TickPlan plan = due(hourly, NOON, NONE, NOON.plus(Duration.ofMinutes(2 * 60 + 2)));
    assertThat(plan.run()).isEmpty();
    assertThat(plan.skipped()).isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(plan.next()).isEqualTo(at(NOON.plus(Duration.ofHours(3))));
  }

  @Test
  void tickDelayedByJitterIsNotLate() {
    Schedule schedule = EVERY_MINUTE.jitter(Duration.ofMinutes(20)).missed(Missed.SKIP);
    Schedule hourly =
        run(Schedule.fixedRate("h", Duration.ofHours(1)))
            .jitter(Duration.ofMinutes(20))
            .missed(Missed.SKIP);
    Instant served = NOON.plus(Duration.ofMinutes(15));
    TickPlan plan =
        TickRules.due(state(hourly).due(NOON, served), NOON, NONE, served.plusSeconds(5))
            .orElseThrow();
    assertThat(plan.run()).containsExactly(NOON);
    assertThat(TickRules.served(schedule, NOON, 0.999)).isBefore(NOON.plusSeconds(30));
    assertThat(TickRules.served(hourly, NOON, 0.999)).isAfter(NOON.plus(Duration.ofMinutes(19)));
    assertThat(TickRules.served(hourly, NOON, 0)).isEqualTo(NOON);
  }

  @Test
  void duringARunTicksAreSkippedQueuedOrRunInParallel() {
    Instant now = NOON.plusSeconds(130);
    TickPlan skipped = due(EVERY_MINUTE.overlap(Overlap.SKIP), NOON, CONTINUES, now);
    assertThat(skipped.run()).isEmpty();
    assertThat(skipped.skipped()).isEqualTo(NOON.plusSeconds(120));
    assertThat(skipped.next()).isEqualTo(at(NOON.plusSeconds(180)));
    assertThat(TickRules.due(state(EVERY_MINUTE.overlap(Overlap.QUEUE)), NOON, CONTINUES, now))
        .isEmpty();
    assertThat(due(EVERY_MINUTE.overlap(Overlap.ALLOW), NOON, CONTINUES, NOON).run())
        .containsExactly(NOON);
  }

  @ParameterizedTest
  @EnumSource
  void runInErrorDelaysNoTick(Overlap overlap) {
    assertThat(due(EVERY_MINUTE.overlap(overlap), NOON, IN_ERROR, NOON).run())
        .containsExactly(NOON);
    assertThat(
            TickRules.afterDelay(new Timing.FixedDelay(MINUTE), IN_ERROR, NOON)
                .orElseThrow()
                .next())
        .isEqualTo(at(NOON.plusSeconds(30)));
  }

  @Test
  void queuedTicksRunOneAfterTheOther() {
    Schedule schedule = EVERY_MINUTE.overlap(Overlap.QUEUE).missed(Missed.ALL);
    TickPlan plan = due(schedule, NOON, ENDED, NOON.plusSeconds(200));
    assertThat(plan).isEqualTo(TickPlan.run(List.of(NOON), at(NOON.plusSeconds(60))));
  }

  @Test
  void aYearOfMissedMinutesIsServedInSmallPieces() {
    Schedule schedule = EVERY_MINUTE.overlap(Overlap.ALLOW).missed(Missed.ALL);
    TickPlan plan = due(schedule, NOON, NONE, NOON.plus(Duration.ofDays(365)));
    assertThat(plan.run()).hasSize(TickRules.MAX_AT_ONCE);
    assertThat(plan.next()).isEqualTo(at(NOON.plus(MINUTE.multipliedBy(TickRules.MAX_AT_ONCE))));
  }

  @Test
  void theLatestOfAYearsTicksIsFoundInFewSteps() {
    Timing.Cron cron = new Timing.Cron("*/5 * * * * *", ZoneId.of("Europe/Berlin"));
    AtomicInteger steps = new AtomicInteger();
    TickTimes counted =
        after -> {
          steps.incrementAndGet();
          return TickTimes.of(cron).next(after);
        };
    Instant now = NOON.plus(Duration.ofDays(365)).plusMillis(4_999);
    assertThat(counted.latest(NOON, now)).isEqualTo(NOON.plus(Duration.ofDays(365)));
    assertThat(steps.get()).isLessThan(60);
  }

  @Test
  void latestTickEqualsStepByStepSearch() {
    for (String expression :
        List.of("0 30 2 * * *", "0 0 9,10 * * MON", "* * 3 * * *", "0 0 12 L * *", "0 7 * * * *")) {
      TickTimes times = TickTimes.of(new Timing.Cron(expression, ZoneId.of("Europe/Berlin")));
      Instant first = times.next(Instant.parse("2026-10-20T00:00:00Z")).orElseThrow();
      for (Duration later :
          List.of(
              Duration.ZERO,
              Duration.ofSeconds(1),
              Duration.ofMinutes(90),
              Duration.ofHours(30),
              Duration.ofDays(7))) {
        Instant now = first.plus(later);
        Instant expected = first;
        for (Instant next = first; !next.isAfter(now); next = times.next(next).orElseThrow()) {
          expected = next;
        }
        assertThat(times.latest(first, now)).as(expression + " " + later).isEqualTo(expected);
      }
    }
  }

  @Test
  void aRateCountsRealTimeFromItsAnchorInBothDirections() {
    TickTimes times = TickTimes.of(new Timing.FixedRate(MINUTE), NOON);
    assertThat(times.next(NOON)).contains(NOON.plusSeconds(60));
    assertThat(times.next(NOON.minusNanos(1))).contains(NOON);
    assertThat(times.next(NOON.plusNanos(1))).contains(NOON.plusSeconds(60));
    assertThat(times.next(NOON.minusSeconds(61))).contains(NOON.minusSeconds(60));
    assertThat(times.latest(NOON, NOON.plusSeconds(59).plusNanos(999_999_000))).isEqualTo(NOON);
    assertThat(times.latest(NOON, NOON.plusSeconds(120))).isEqualTo(NOON.plusSeconds(120));
  }

  @Test
  void aFixedDelayIsCountedFromTheEndOfTheRun() {
    Timing.FixedDelay timing = new Timing.FixedDelay(MINUTE);
    assertThat(TickRules.first(timing, NOON)).isEqualTo(at(NOON));
    assertThat(due(DELAY, NOON, NONE, NOON))
        .isEqualTo(TickPlan.run(List.of(NOON), new Next.AfterTheRun()));
    assertThat(TickRules.afterDelay(timing, CONTINUES, NOON)).isEmpty();
    assertThat(TickRules.afterDelay(timing, ENDED, NOON).orElseThrow().next())
        .isEqualTo(at(NOON.plusSeconds(30)));
  }

  @Test
  void lateDelayOrRuleIsSkippedOnlyForLaterOnes() {
    Instant now = NOON.plus(Duration.ofHours(1));
    TickPlan delay = due(DELAY.missed(Missed.SKIP), NOON, ENDED, now);
    assertThat(delay.skipped()).isEqualTo(NOON);
    assertThat(delay.next()).isEqualTo(at(now.plus(MINUTE)));
    TickPlan rule = due(RULE.missed(Missed.SKIP), NOON, ENDED, now);
    assertThat(rule.run()).isEmpty();
    assertThat(rule.next()).isEqualTo(new Next.AfterTheRun());
    assertThat(due(RULE, NOON, ENDED, now).run()).containsExactly(NOON);
  }

  @Test
  void aChangedTimingMovesTheNextTick() {
    Timing daily = new Timing.Cron("0 0 18 * * *", ZoneId.of("UTC"));
    ScheduleState ticked = state(EVERY_MINUTE).ticked(NOON.minusSeconds(200), false);
    assertThat(TickRules.restarted(daily, ticked, NOON))
        .isEqualTo(at(NOON.plus(Duration.ofHours(6))));
    assertThat(TickRules.restarted(new Timing.FixedRate(Duration.ofSeconds(150)), ticked, NOON))
        .isEqualTo(at(NOON.plusSeconds(100)));
    assertThat(
            TickRules.restarted(
                new Timing.FixedDelay(MINUTE), ticked.ran(List.of(new UUID(1, 1))), NOON))
        .isEqualTo(new Next.AfterTheRun());
    assertThat(TickRules.restarted(new Timing.FixedDelay(MINUTE), ticked, NOON))
        .isEqualTo(at(NOON));
  }

  @Test
  void ticksDuringPauseNeverRun() {
    ScheduleState rested = state(EVERY_MINUTE).due(NOON, NOON);
    assertThat(TickRules.resumed(rested, NOON.plusSeconds(150)))
        .isEqualTo(at(NOON.plusSeconds(180)));
    assertThat(TickRules.resumed(rested, NOON.minusSeconds(5))).isEqualTo(at(NOON));
    assertThat(TickRules.resumed(state(DELAY).due(NOON, NOON), NOON.plusSeconds(5)))
        .isEqualTo(at(NOON.plusSeconds(5)));
    assertThat(TickRules.resumed(state(DELAY).due(null, NOON), NOON.plusSeconds(5)))
        .isEqualTo(new Next.AfterTheRun());
  }

  @ParameterizedTest
  @EnumSource
  void dueTickRunsEvenIfTheNextCannotBeComputed(Missed missed) {
    TickTimes broken =
        after -> {
          throw new ArithmeticException("long overflow");
        };
    ScheduleState state = state(EVERY_MINUTE.missed(missed)).due(NOON, NOON);
    TickPlan plan = TickRules.onTheClock(state, NOON, ENDED, NOON, () -> broken).orElseThrow();
    assertThat(plan).isEqualTo(TickPlan.run(List.of(NOON), new Next.Unknown()));
    for (Timing timing :
        List.of(new Timing.Cron("by hand", ZoneId.of("UTC")), Timing.of("moon full"))) {
      Schedule schedule = run(Schedule.of("s", timing)).missed(missed).jitter(MINUTE);
      assertThat(due(schedule, NOON, ENDED, NOON)).isEqualTo(plan);
      assertThat(TickRules.served(schedule, NOON, 0)).isEqualTo(NOON);
      assertThatThrownBy(() -> TickRules.restarted(timing, state, NOON))
          .as("the schedule's own round reports the error")
          .hasMessageContaining(timing instanceof Timing.Cron ? "by hand" : "moon full");
    }
  }

  @Test
  void uncountablePeriodIsRefused() {
    for (Duration wrong :
        List.of(Duration.ofDays(3_000_000), Duration.ofMillis(999), Duration.ZERO)) {
      assertThatThrownBy(() -> Schedule.fixedRate("r", wrong)).hasMessageContaining("period");
      assertThatThrownBy(() -> Schedule.fixedDelay("d", wrong)).hasMessageContaining("delay");
      assertThat(Timing.of("rate " + wrong).fault()).contains("rate " + wrong);
    }
    TickTimes longest = TickTimes.of(new Timing.FixedRate(Timing.LONGEST), NOON);
    assertThat(longest.next(NOON)).contains(NOON.plus(Timing.LONGEST));
    assertThat(longest.latest(NOON, NOON.plus(Duration.ofDays(1)))).isEqualTo(NOON);
  }

  @Test
  void timingOfNewerBatonIsLeftToNewerNodes() {
    assertThatThrownBy(() -> TickRules.first(Timing.of("moon full"), NOON))
        .hasMessageContaining("newer version of Baton");
    assertThat(Timing.of("rate PT0.5S")).isInstanceOf(Timing.Unknown.class);
    assertThat(Timing.of("cron Nowhere/Land 0 0 * * *")).isInstanceOf(Timing.Unknown.class);
    assertThat(Timing.of("cron")).isInstanceOf(Timing.Unknown.class);
  }

  private static TickPlan due(Schedule schedule, Instant tick, LastRun last, Instant now) {
    return TickRules.due(state(schedule).due(tick, tick), tick, last, now).orElseThrow();
  }

  private static Next at(Instant tick) {
    return new Next.At(tick);
  }

  private static ScheduleState state(Schedule schedule) {
    return ScheduleState.fresh(schedule, null, NOON, null);
  }

  private static Schedule run(Schedule schedule) {
    return schedule.adds(TaskRequest.of(TaskType.of("T")));
  }
}
