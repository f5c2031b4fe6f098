package dev.baton.engine.schedule;

import dev.baton.engine.schedule.TickPlan.Next;
import dev.baton.schedule.Missed;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Decides what a schedule does next, from its row. Pure functions. */
final class TickRules {
  /** A tick served later than this is late. */
  static final Duration PUNCTUAL = Duration.ofMinutes(1);

  /** The ticks served at once at the most; the others follow in the next rounds. */
  static final int MAX_AT_ONCE = 50;

  private TickRules() {}

  /** Where a new schedule begins; the timing is a clock's or a rate's, or depends on runs. */
  static Next first(Timing timing, Instant now) {
    if (timing instanceof Timing.Cron cron) {
      return at(TickTimes.of(cron).next(now));
    }
    if (timing instanceof Timing.Unknown) {
      throw unknown(timing);
    }
    return timing instanceof Timing.ByRule ? new Next.AfterTheRun() : new Next.At(now);
  }

  /** Where a schedule goes on whose timing was changed, or which rested. */
  static Next anew(Timing timing, ScheduleState state, Instant now) {
    if (timing instanceof Timing.FixedRate rate && state.past().lastTick() != null) {
      return at(TickTimes.of(rate, state.past().lastTick()).next(now));
    }
    if (timing.followsRuns() && state.past().lastTask() != null) {
      return new Next.AfterTheRun();
    }
    return first(timing, now);
  }

  /** Where a schedule goes on after a pause: ticks that passed meanwhile weren't missed. */
  static Next resumed(ScheduleState state, Instant now) {
    Instant tick = state.nextTick();
    if (tick == null || tick.isAfter(now)) {
      return tick == null ? new Next.AfterTheRun() : new Next.At(tick);
    }
    Timing timing = state.schedule().timing();
    return timing.followsRuns() ? new Next.At(now) : at(times(timing, tick).next(now));
  }

  /** The plan for a fixed delay or a rule whose next tick isn't known yet; empty to wait. */
  static Optional<TickPlan> afterDelay(Timing.FixedDelay delay, LastRun last, Instant now) {
    if (last instanceof LastRun.GoesOn) {
      return Optional.empty();
    }
    Instant end = last.end();
    Instant tick = end == null ? now : end.plus(delay.delay());
    return Optional.of(TickPlan.next(new Next.At(tick)));
  }

  /** The plan for a schedule whose tick is due; empty to wait for the end of the run before. */
  static Optional<TickPlan> due(ScheduleState state, Instant tick, LastRun last, Instant now) {
    Schedule schedule = state.schedule();
    return schedule.timing().followsRuns()
        ? Optional.of(followingRuns(state, tick, now))
        : onTheClock(state, tick, last, now, () -> times(schedule.timing(), tick));
  }

  /** The due tick is known: it is served whatever comes of working out the one after it. */
  static Optional<TickPlan> onTheClock(
      ScheduleState state, Instant tick, LastRun last, Instant now, Supplier<TickTimes> timing) {
    FailSafeTimes times = new FailSafeTimes(timing);
    Optional<TickPlan> plan = onTheClock(state, tick, last, now, times);
    return times.hasFailed() ? plan.map(known -> known.before(new Next.Unknown())) : plan;
  }

  private static TickPlan followingRuns(ScheduleState state, Instant tick, Instant now) {
    if (state.schedule().missed() != Missed.SKIP || isPunctual(state, now)) {
      return TickPlan.run(List.of(tick), new Next.AfterTheRun());
    }
    Next next =
        state.schedule().timing() instanceof Timing.FixedDelay delay
            ? new Next.At(now.plus(delay.delay()))
            : new Next.AfterTheRun();
    return TickPlan.skip(tick, "no node was there in time", next);
  }

  private static Optional<TickPlan> onTheClock(
      ScheduleState state, Instant tick, LastRun last, Instant now, TickTimes times) {
    Schedule schedule = state.schedule();
    if (last instanceof LastRun.GoesOn && schedule.overlap() != Overlap.ALLOW) {
      if (schedule.overlap() == Overlap.QUEUE) {
        return Optional.empty();
      }
      Instant latest = times.latest(tick, now);
      return Optional.of(
          TickPlan.skip(latest, "the run before still goes on", at(times.next(latest))));
    }
    return Optional.of(
        switch (schedule.missed()) {
          case ALL -> each(times, tick, now, schedule.overlap());
          case ONCE -> latestOne(times, tick, now);
          case SKIP -> {
            Instant latest = times.latest(tick, now);
            boolean inTime =
                latest.equals(tick) ? isPunctual(state, now) : !latest.plus(PUNCTUAL).isBefore(now);
            yield inTime
                ? latestOne(times, tick, now)
                : TickPlan.skip(latest, "no node was there in time", at(times.next(latest)));
          }
        });
  }

  /** A jitter makes nobody late. */
  private static boolean isPunctual(ScheduleState state, Instant now) {
    return state.dueAt() != null && !state.dueAt().plus(PUNCTUAL).isBefore(now);
  }

  private static TickPlan latestOne(TickTimes times, Instant tick, Instant now) {
    Instant latest = times.latest(tick, now);
    return TickPlan.run(List.of(latest), at(times.next(latest)));
  }

  private static TickPlan each(TickTimes times, Instant first, Instant now, Overlap overlap) {
    int most = overlap == Overlap.ALLOW ? MAX_AT_ONCE : 1;
    List<Instant> ticks = new ArrayList<>();
    Optional<Instant> tick = Optional.of(first);
    while (tick.isPresent() && !tick.get().isAfter(now) && ticks.size() < most) {
      ticks.add(tick.get());
      tick = times.next(tick.get());
    }
    return TickPlan.run(ticks, at(tick));
  }

  /**
   * When the tick is to be served.
   *
   * @param chance at least 0 and less than 1
   */
  static Instant served(Schedule schedule, Instant tick, double chance) {
    if (schedule.jitter().isZero()) {
      return tick;
    }
    Duration most = schedule.jitter();
    if (!schedule.timing().followsRuns()) {
      Duration half =
          new FailSafeTimes(() -> times(schedule.timing(), tick))
              .next(tick)
              .map(after -> Duration.between(tick, after).dividedBy(2))
              .orElse(most);
      most = half.compareTo(most) < 0 ? half : most;
    }
    return tick.plus((long) (most.toNanos() / 1_000 * chance), ChronoUnit.MICROS);
  }

  private static TickTimes times(Timing timing, Instant tick) {
    if (timing instanceof Timing.Cron cron) {
      return TickTimes.of(cron);
    }
    if (timing instanceof Timing.FixedRate rate) {
      return TickTimes.of(rate, tick);
    }
    throw unknown(timing);
  }

  private static IllegalArgumentException unknown(Timing timing) {
    return new IllegalArgumentException(String.valueOf(timing.fault()));
  }

  private static Next at(Optional<Instant> tick) {
    return tick.<Next>map(Next.At::new).orElseGet(Next.Over::new);
  }
}
