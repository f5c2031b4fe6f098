package dev.baton.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and how it stands. All times are the database's clock.
 *
 * @param schedule what it is
 * @param version grows with each change
 * @param paused whether it rests until it is resumed
 * @param nextTick the next tick; null when it isn't known yet (it is counted from the end of the
 *     run that goes on, or a rule has to be asked), or when the schedule is over
 * @param dueAt after this moment a node must look at the schedule: the next tick with its jitter;
 *     null exactly when the schedule is over
 * @param lastTick the latest tick, also one that was skipped; null before the first
 * @param lastTask the task of the latest run; null before the first
 * @param runs tasks added so far
 * @param skips how often ticks were skipped; several at once count as one
 * @param declared the {@linkplain Schedule#fingerprint() fingerprint} under which code last
 *     declared it; null when it was only put by hand
 */
public record ScheduleState(
    Schedule schedule,
    long version,
    boolean paused,
    @Nullable Instant nextTick,
    @Nullable Instant dueAt,
    @Nullable Instant lastTick,
    @Nullable UUID lastTask,
    long runs,
    long skips,
    @Nullable UUID declared) {

  public ScheduleState {
    if (nextTick != null && dueAt == null) {
      throw new IllegalArgumentException("A schedule that is over has no next tick");
    }
  }

  public String name() {
    return schedule.name();
  }

  /** Whether it has ended: by itself, or by {@link Schedules#end}. */
  public boolean isOver() {
    return dueAt == null;
  }

  /** With another next tick. */
  public ScheduleState due(@Nullable Instant tick, @Nullable Instant at) {
    return new ScheduleState(
        schedule, version, paused, tick, at, lastTick, lastTask, runs, skips, declared);
  }

  /** Paused, or no longer. */
  public ScheduleState paused(boolean now) {
    return new ScheduleState(
        schedule, version, now, nextTick, dueAt, lastTick, lastTask, runs, skips, declared);
  }

  /** Defined otherwise. */
  public ScheduleState defined(Schedule other, @Nullable UUID fingerprint) {
    return new ScheduleState(
        other, version, paused, nextTick, dueAt, lastTick, lastTask, runs, skips, fingerprint);
  }

  /** After so many runs more, the latest of which is this task; its tick may be past or by hand. */
  public ScheduleState ran(int more, UUID task) {
    return new ScheduleState(
        schedule, version, paused, nextTick, dueAt, lastTick, task, runs + more, skips, declared);
  }

  /** After this tick. */
  public ScheduleState ticked(Instant tick, boolean skipped) {
    return new ScheduleState(
        schedule,
        version,
        paused,
        nextTick,
        dueAt,
        tick,
        lastTask,
        runs,
        skips + (skipped ? 1 : 0),
        declared);
  }
}
