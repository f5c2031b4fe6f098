package dev.baton.spi;

import dev.baton.schedule.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores schedules. Each method that writes is one atomic step. A {@link
 * TransactionalScheduleStore} can also write in a caller's transaction. All times are on the
 * store's clock, to the microsecond. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; a change may
 * then have been applied or not. Names that differ in case or accents are different. A store may
 * sort them in its own way, but a list that starts {@code after} a name must continue exactly where
 * the previous list ended.
 */
public interface ScheduleStore {

  /** Returns the time of the store's clock. */
  Instant now();

  /**
   * Adds the schedule with version 1; the version in the given state is ignored.
   *
   * @return false if a schedule with this name exists; nothing is then written
   */
  boolean insert(ScheduleState state);

  /**
   * Writes the schedule with the next version, if the stored schedule still has the version of the
   * given state.
   *
   * @return whether the schedule was written
   */
  boolean change(ScheduleState state);

  /** Removes the schedule. Returns false if it doesn't exist. */
  boolean remove(String name);

  /** Returns the schedule of that name; empty if it doesn't exist. */
  Optional<ScheduleState> find(String name);

  /**
   * Returns at most {@code limit} schedules after the given name, in the store's order of names.
   * Schedules whose rows can't be read are left out.
   */
  List<ScheduleState> list(@Nullable String after, int limit);

  /**
   * Returns schedules that aren't paused and are due now or within the given time, in the store's
   * order of names.
   *
   * @param after only schedules after this name; null for all
   */
  List<Due> due(Duration ahead, @Nullable String after, int limit);

  /**
   * A schedule that a node must process.
   *
   * @param state null if its row can't be read because something outside Baton has damaged it
   * @param fault what can't be read; null if everything was read
   * @param now the time of the store's clock when the schedule was read
   */
  record Due(String name, @Nullable ScheduleState state, @Nullable String fault, Instant now) {

    /** Creates the entry of a schedule whose row was read. */
    public Due(ScheduleState state, Instant now) {
      this(state.name(), state, null, now);
    }

    /** Returns the entry of a schedule whose row can't be read. */
    public static Due unreadable(String name, String fault, Instant now) {
      return new Due(name, null, fault, now);
    }
  }
}
