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

/** Decides from a schedule's row what the schedule does next. All methods are pure functions. */
final class TickRules {
  /** A tick is late if it is served after more than this time. */
  static final Duration PUNCTUAL = Duration.ofMinutes(1);

  /** Maximum number of ticks that are served at once. The next rounds serve the others. */
  static final int MAX_AT_ONCE = 50;

  private TickRules() {}

  /** Returns the first tick of a new schedule. */
  static Next first(Timing timing, Instant now) {
    if (timing instanceof Timing.Cron cron) {
      return at(TickTimes.of(cron).next(now));
    }
    if (timing instanceof Timing.Unknown) {
      throw unknown(timing);
    }
    return timing instanceof Timing.ByRule ? new Next.AfterTheRun() : new Next.At(now);
  }

  /**
   * Returns the next tick of a schedule after a change of its timing, or if its next tick is
   * unknown.
   */
  static Next restarted(Timing timing, ScheduleState state, Instant now) {
    if (timing instanceof Timing.FixedRate rate && state.past().lastTick() != null) {
      return at(TickTimes.of(rate, state.past().lastTick()).next(now));
    }
    if (timing.followsRuns() && state.past().lastTask() != null) {
      return new Next.AfterTheRun();
    }
    return first(timing, now);
  }

  /**
   * Returns the next tick of a schedule after a pause. The ticks during the pause don't count as
   * missed.
   */
  static Next resumed(ScheduleState state, Instant now) {
    Instant tick = state.nextTick();
    if (tick == null || tick.isAfter(now)) {
      return tick == null ? new Next.AfterTheRun() : new Next.At(tick);
    }
    Timing timing = state.schedule().timing();
    return timing.followsRuns() ? new Next.At(now) : at(times(timing, tick).next(now));
  }

  /**
   * Returns the next tick of a schedule that ticked while the store's clock was ahead, if it would
   * otherwise wait until the clock shows that time again. Some ticks that were then served are
   * served again. Returns empty if all ticks between now and the last one were served.
   */
  static Optional<Next> clockSetBack(ScheduleState state, Instant now) {
    Instant last = state.past().lastTick();
    Instant due = state.dueAt();
    if (last == null || due == null || !due.isAfter(now) || !hasTickedAhead(state, now)) {
      return Optional.empty();
    }
    Instant planned = state.nextTick();
    Timing timing = state.schedule().timing();
    if (timing instanceof Timing.FixedDelay delay) {
      return planned == null
          ? Optional.of(new Next.AfterTheRun())
          : Optional.of(now.plus(delay.delay())).filter(planned::isAfter).map(Next.At::new);
    }
    return timing.followsRuns() || timing.fault() != null || state.schedule().missed() == Missed.ALL
        ? Optional.empty()
        : times(timing, last)
            .next(now)
            .filter(tick -> tick.isBefore(last) && (planned == null || tick.isBefore(planned)))
            .map(Next.At::new);
  }

  /** Returns whether a schedule ticked while the store's clock was ahead. */
  static boolean hasTickedAhead(ScheduleState state, Instant now) {
    Instant last = state.past().lastTick();
    return last != null && last.isAfter(now.plus(PUNCTUAL));
  }

  /**
   * Plans a schedule with a fixed delay whose next tick isn't known yet. Returns empty while its
   * run continues.
   */
  static Optional<TickPlan> afterDelay(Timing.FixedDelay delay, LastRun last, Instant now) {
    if (last instanceof LastRun.Continues) {
      return Optional.empty();
    }
    Instant end = last.end();
    Instant tick = end == null ? now : end.plus(delay.delay());
    return Optional.of(TickPlan.next(new Next.At(tick)));
  }

  /** Plans a schedule whose tick is due. Returns empty if it must wait for the previous run. */
  static Optional<TickPlan> due(ScheduleState state, Instant tick, LastRun last, Instant now) {
    Schedule schedule = state.schedule();
    return schedule.timing().followsRuns()
        ? Optional.of(followingRuns(state, tick, now))
        : onTheClock(state, tick, last, now, () -> times(schedule.timing(), tick));
  }

  /**
   * Plans a schedule whose ticks depend only on the clock. The due tick is served even if the next
   * one can't be computed.
   */
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
    return TickPlan.skip(tick, "no node served it in time", next);
  }

  private static Optional<TickPlan> onTheClock(
      ScheduleState state, Instant tick, LastRun last, Instant now, TickTimes times) {
    Schedule schedule = state.schedule();
    if (last instanceof LastRun.Continues && schedule.overlap() != Overlap.ALLOW) {
      if (schedule.overlap() == Overlap.QUEUE) {
        return Optional.empty();
      }
      Instant latest = times.latest(tick, now);
      return Optional.of(
          TickPlan.skip(latest, "the previous run hasn't ended", at(times.next(latest))));
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
                : TickPlan.skip(latest, "no node served it in time", at(times.next(latest)));
          }
        });
  }

  /** Returns whether the tick is served in time. The jitter doesn't count as delay. */
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
   * Returns the time at which to serve the tick, which is the tick plus a random part of the
   * jitter.
   *
   * @param chance a random number of at least 0 and less than 1
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
