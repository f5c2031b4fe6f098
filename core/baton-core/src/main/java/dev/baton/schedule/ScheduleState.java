package dev.baton.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and its current state. All times are on the database's clock. Immutable; methods that
 * take a value return a changed copy.
 *
 * @param schedule the definition of the schedule
 * @param version number that grows with each change
 * @param paused whether the schedule is paused until it is resumed
 * @param nextTick the next tick; null if the schedule is over or the tick isn't known yet, because
 *     it depends on the end of the current run, or a rule has to compute it
 * @param dueAt when a node must process the schedule next, which is the next tick plus its jitter;
 *     null if the schedule is over
 * @param past the ticks and runs so far
 * @param declared the {@linkplain Schedule#fingerprint() fingerprint} of the last declaration in
 *     code; null if the schedule was never declared in code
 */
public record ScheduleState(
    Schedule schedule,
    long version,
    boolean paused,
    @Nullable Instant nextTick,
    @Nullable Instant dueAt,
    Past past,
    @Nullable UUID declared) {

  /** Largest number of runs before the latest one that a schedule remembers. */
  public static final int MAX_EARLIER = 19;

  /**
   * Ticks and runs of a schedule so far.
   *
   * @param lastTick the latest tick, even if it was skipped; null before the first
   * @param lastTask the task of the latest run; null before the first
   * @param earlierTasks the tasks of the earlier runs, the latest first; at most {@link
   *     #MAX_EARLIER}. Some of them may have been deleted
   * @param runs number of tasks added so far
   * @param skips number of skips; ticks that are skipped together count once
   */
  public record Past(
      @Nullable Instant lastTick,
      @Nullable UUID lastTask,
      List<UUID> earlierTasks,
      long runs,
      long skips) {

    public Past {
      earlierTasks = List.copyOf(earlierTasks);
      if (earlierTasks.size() > MAX_EARLIER) {
        throw new IllegalArgumentException(
            "A schedule has at most " + MAX_EARLIER + " earlier runs, not " + earlierTasks.size());
      }
    }

    private static Past none() {
      return new Past(null, null, List.of(), 0, 0);
    }

    private Past ran(List<UUID> tasks) {
      List<UUID> all = new ArrayList<>(tasks);
      Collections.reverse(all);
      if (lastTask != null) {
        all.add(lastTask);
      }
      all.addAll(earlierTasks);
      List<UUID> earlier = all.subList(1, Math.min(all.size(), MAX_EARLIER + 1));
      return new Past(lastTick, all.get(0), earlier, runs + tasks.size(), skips);
    }

    private Past ticked(Instant tick, boolean skipped) {
      return new Past(tick, lastTask, earlierTasks, runs, skips + (skipped ? 1 : 0));
    }
  }

  public ScheduleState {
    if (nextTick != null && dueAt == null) {
      throw new IllegalArgumentException("A schedule that is over has no next tick");
    }
  }

  /** Returns the name of the schedule. */
  public String name() {
    return schedule.name();
  }

  /**
   * Returns whether the schedule has ended, because it has no further tick or because of {@link
   * Schedules#end}.
   */
  public boolean isOver() {
    return dueAt == null;
  }

  /** Returns the state of a new schedule: version 1, not paused, without runs. */
  public static ScheduleState fresh(
      Schedule schedule,
      @Nullable Instant nextTick,
      @Nullable Instant dueAt,
      @Nullable UUID declared) {
    return new ScheduleState(schedule, 1, false, nextTick, dueAt, Past.none(), declared);
  }

  /** Returns the state with this version. */
  public ScheduleState version(long other) {
    return new ScheduleState(schedule, other, paused, nextTick, dueAt, past, declared);
  }

  /** Returns the state with this next tick. */
  public ScheduleState due(@Nullable Instant tick, @Nullable Instant at) {
    return new ScheduleState(schedule, version, paused, tick, at, past, declared);
  }

  /** Returns the state as paused or not paused. */
  public ScheduleState paused(boolean now) {
    return new ScheduleState(schedule, version, now, nextTick, dueAt, past, declared);
  }

  /** Returns the state with this definition. */
  public ScheduleState defined(Schedule other, @Nullable UUID fingerprint) {
    return new ScheduleState(other, version, paused, nextTick, dueAt, past, fingerprint);
  }

  /**
   * Returns the state after ticks or {@link Schedules#runNow} have started these runs.
   *
   * @param tasks the tasks of the runs, the latest last; at least one
   */
  public ScheduleState ran(List<UUID> tasks) {
    return with(past.ran(tasks));
  }

  /** Returns the state after this tick. */
  public ScheduleState ticked(Instant tick, boolean skipped) {
    return with(past.ticked(tick, skipped));
  }

  private ScheduleState with(Past other) {
    return new ScheduleState(schedule, version, paused, nextTick, dueAt, other, declared);
  }
}
