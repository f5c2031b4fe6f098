package dev.baton.operate;

import dev.baton.task.internal.Texts;
import java.time.Duration;

/**
 * Times after which a task counts as stuck. Immutable.
 *
 * @param unhealed time after the end of a lease, or after a waiting task was due, before the task
 *     counts as stuck; the sweeper normally handles both within seconds
 * @param queued maximum wait of a ready task if its type's definition sets none
 * @param firstIds number of task ids returned for each group, oldest first; 0–100
 */
public record StuckAfter(Duration unhealed, Duration queued, int firstIds) {
  private static final Duration LONGEST = Duration.ofDays(3_650);
  private static final int MAX_IDS = 100;

  public StuckAfter {
    require("unhealed", unhealed);
    require("queued", queued);
    if (firstIds < 0 || firstIds > MAX_IDS) {
      throw new IllegalArgumentException(
          "firstIds must be between 0 and " + MAX_IDS + ", not " + firstIds);
    }
  }

  /** Returns the defaults: 1 minute unhealed, 15 minutes queued, 10 ids. */
  public static StuckAfter defaults() {
    return new StuckAfter(Duration.ofMinutes(1), Duration.ofMinutes(15), 10);
  }

  /** Returns a copy with this {@code unhealed}. */
  public StuckAfter unhealed(Duration value) {
    return new StuckAfter(value, queued, firstIds);
  }

  /** Returns a copy with this {@code queued}. */
  public StuckAfter queued(Duration value) {
    return new StuckAfter(unhealed, value, firstIds);
  }

  /** Returns a copy with this {@code firstIds}. */
  public StuckAfter firstIds(int value) {
    return new StuckAfter(unhealed, queued, value);
  }

  private static void require(String name, Duration value) {
    if (value.isNegative() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be zero to " + LONGEST.toDays() + " days, not " + Texts.duration(value));
    }
  }
}
