package dev.baton.spi;

import dev.baton.schedule.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where schedules live. Each verb that writes is one step by itself; what else can be written in a
 * caller's transaction is for a {@link TransactionalScheduleStore}. All times are the store's own
 * clock, to the microsecond. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the caller then
 * doesn't know whether it was applied. Names are told apart by case and accent, and ordered by the
 * code points of their characters as far as an order is needed: {@code after} goes on exactly where
 * a list ended.
 */
public interface ScheduleStore {

  /** What the store's clock shows. */
  Instant now();

  /**
   * Adds the schedule with version 1, whatever version it comes with.
   *
   * @return false when its name is taken; nothing is written then
   */
  boolean insert(ScheduleState state);

  /**
   * Writes the schedule, if it still has the version it comes with, under the next one.
   *
   * @return whether it was written
   */
  boolean change(ScheduleState state);

  /** Removes the schedule; false when there is none. */
  boolean remove(String name);

  /** The schedule of that name. */
  Optional<ScheduleState> find(String name);

  /**
   * Schedules in the store's order of names, after the given one, {@code limit} at the most; those
   * whose rows can't be read are left out.
   */
  List<ScheduleState> list(@Nullable String after, int limit);

  /**
   * Schedules that aren't paused and are due by now or so soon, in the store's order of names.
   *
   * @param after those after that name only; null for all
   */
  List<Due> due(Duration ahead, @Nullable String after, int limit);

  /**
   * A schedule that must be looked at.
   *
   * @param state null where its row, which something else has broken, can't be read
   * @param fault what can't be read of it; null for nothing
   * @param now what the store's clock showed as it was read
   */
  record Due(String name, @Nullable ScheduleState state, @Nullable String fault, Instant now) {

    /** One whose row was read. */
    public Due(ScheduleState state, Instant now) {
      this(state.name(), state, null, now);
    }

    /** One whose row can't be read. */
    public static Due unreadable(String name, String fault, Instant now) {
      return new Due(name, null, fault, now);
    }
  }
}
