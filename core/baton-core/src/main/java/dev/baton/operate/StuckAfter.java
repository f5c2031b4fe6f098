package dev.baton.operate;

import java.time.Duration;

/**
 * After how long a task counts as stuck. Immutable.
 *
 * @param unhealed how long a lease may have lapsed, or a waiting task been due, before that is
 *     worth a person's attention: the sweeper heals both within seconds
 * @param queued how long a ready task may wait where its type's definition says nothing
 * @param firstIds how many tasks of each group are named, the oldest found; 0–100
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

  /** A minute unhealed, a quarter of an hour queued, ten ids. */
  public static StuckAfter defaults() {
    return new StuckAfter(Duration.ofMinutes(1), Duration.ofMinutes(15), 10);
  }

  public StuckAfter unhealed(Duration value) {
    return new StuckAfter(value, queued, firstIds);
  }

  public StuckAfter queued(Duration value) {
    return new StuckAfter(unhealed, value, firstIds);
  }

  public StuckAfter firstIds(int value) {
    return new StuckAfter(unhealed, queued, value);
  }

  private static void require(String name, Duration value) {
    if (value.isNegative() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be zero to " + LONGEST.toDays() + " days, not " + value);
    }
  }
}
