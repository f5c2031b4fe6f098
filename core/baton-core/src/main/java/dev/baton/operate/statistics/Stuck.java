package dev.baton.operate.statistics;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Tasks that should have moved and didn't.
 *
 * @param takenAt when they were looked for, on the store's clock
 * @param complete false when not all were counted: there are more than {@link #MAX_COUNTED} of a
 *     kind, or counting what is ready took too long and was stopped
 * @param groups by kind, bucket and type, in this order
 */
public record Stuck(Instant takenAt, boolean complete, List<Group> groups) {
  /** Tasks of a kind that are counted at the most. */
  public static final int MAX_COUNTED = 10_000;

  public Stuck {
    groups = List.copyOf(groups);
  }

  /** What is wrong with a task. */
  public enum Kind {
    /** It is held, its lease is over, and no sweeper has resumed or stopped it. */
    LEASE_LAPSED,
    /** It waits, its time has come, and no sweeper has made it ready. */
    OVERDUE,
    /** It is ready, and no node has claimed it for longer than is expected of its type. */
    QUEUED_TOO_LONG
  }

  /**
   * Stuck tasks of one kind and type in one bucket.
   *
   * @param count how many; at least one
   * @param since the earliest moment since which one of them should have been moved: its lease's
   *     end, its due time, or when it became ready
   * @param first some of them, the oldest first
   */
  public record Group(
      Kind kind, String bucket, String type, long count, Instant since, List<UUID> first) {
    public Group {
      first = List.copyOf(first);
    }
  }

  /** All that are stuck. */
  public long count() {
    return groups.stream().mapToLong(Group::count).sum();
  }
}
