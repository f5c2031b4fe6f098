package dev.baton.schedule;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schedules that need attention.
 *
 * @param takenAt time of the search, on the store's clock
 * @param complete false if there are more than {@link #MAX_READ} schedules; the others were not
 *     read
 * @param items one item for each schedule that needs attention, sorted by name
 */
public record ScheduleTroubles(Instant takenAt, boolean complete, List<Item> items) {
  /** Maximum number of schedules that are read. */
  public static final int MAX_READ = 1_000;

  public ScheduleTroubles {
    items = List.copyOf(items);
  }

  /** A problem of a schedule. */
  public enum Kind {
    /** The latest finished run ended FAILED, or is in ERROR. */
    FAILS,
    /** The times of the schedule can't be computed. */
    CANNOT_RUN,
    /** The schedule has been due for more than a minute, and no node has added its task. */
    OVERDUE,
    /** The schedule is paused. */
    PAUSED;

    /** Returns whether a person must act. A pause needs no action, because a person has set it. */
    public boolean needsPerson() {
      return this != PAUSED;
    }
  }

  /**
   * A schedule that needs attention.
   *
   * @param since when the first of the latest failed runs failed, or when the schedule was due;
   *     null if it is unknown
   * @param failed number of the latest runs that failed in a row and whose tasks still exist; zero
   *     unless {@code kind} is {@link Kind#FAILS}
   * @param inError number of these runs that are in ERROR
   * @param failedLately number of these runs that ended FAILED within the last hour
   */
  public record Item(
      ScheduleState schedule,
      Kind kind,
      @Nullable Instant since,
      int failed,
      int inError,
      int failedLately) {}
}
