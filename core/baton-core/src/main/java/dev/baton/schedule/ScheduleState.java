package dev.baton.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and its current state. All times are the database's clock.
 *
 * @param schedule what it is
 * @param version grows with each change
 * @param paused whether it rests until it is resumed
 * @param nextTick the next tick; null when it isn't known yet (it is counted from the end of the
 *     run that goes on, or a rule has to be asked), or when the schedule is over
 * @param dueAt after this moment a node must look at the schedule: the next tick with its jitter;
 *     null exactly when the schedule is over
 * @param past what it did so far
 * @param declared the {@linkplain Schedule#fingerprint() fingerprint} under which code last
 *     declared it; null when it was only put by hand
 */
public record ScheduleState(
    Schedule schedule,
    long version,
    boolean paused,
    @Nullable Instant nextTick,
    @Nullable Instant dueAt,
    Past past,
    @Nullable UUID declared) {

  /** Runs before the latest that are known. */
  public static final int MAX_EARLIER = 19;

  /**
   * What a schedule did so far.
   *
   * @param lastTick the latest tick, also one that was skipped; null before the first
   * @param lastTask the task of the latest run; null before the first
   * @param earlierTasks the tasks of the runs before that, the latest first; {@link #MAX_EARLIER}
   *     at the most, and some may be kept no longer
   * @param runs tasks added so far
   * @param skips how often ticks were skipped; several at once count as one
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
            "A schedule knows " + MAX_EARLIER + " earlier runs, not " + earlierTasks.size());
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

  public String name() {
    return schedule.name();
  }

  /** Whether it has ended: by itself, or by {@link Schedules#end}. */
  public boolean isOver() {
    return dueAt == null;
  }

  /** One of version 1 that has done nothing yet and isn't paused. */
  public static ScheduleState fresh(
      Schedule schedule,
      @Nullable Instant nextTick,
      @Nullable Instant dueAt,
      @Nullable UUID declared) {
    return new ScheduleState(schedule, 1, false, nextTick, dueAt, Past.none(), declared);
  }

  /** With another version. */
  public ScheduleState version(long other) {
    return new ScheduleState(schedule, other, paused, nextTick, dueAt, past, declared);
  }

  /** With another next tick. */
  public ScheduleState due(@Nullable Instant tick, @Nullable Instant at) {
    return new ScheduleState(schedule, version, paused, tick, at, past, declared);
  }

  /** Paused, or no longer. */
  public ScheduleState paused(boolean now) {
    return new ScheduleState(schedule, version, now, nextTick, dueAt, past, declared);
  }

  /** Defined otherwise. */
  public ScheduleState defined(Schedule other, @Nullable UUID fingerprint) {
    return new ScheduleState(other, version, paused, nextTick, dueAt, past, fingerprint);
  }

  /**
   * After these runs more; their ticks may be past or by hand.
   *
   * @param tasks the latest last; at least one
   */
  public ScheduleState ran(List<UUID> tasks) {
    return with(past.ran(tasks));
  }

  /** After this tick. */
  public ScheduleState ticked(Instant tick, boolean skipped) {
    return with(past.ticked(tick, skipped));
  }

  private ScheduleState with(Past other) {
    return new ScheduleState(schedule, version, paused, nextTick, dueAt, other, declared);
  }
}
