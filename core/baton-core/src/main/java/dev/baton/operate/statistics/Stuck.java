package dev.baton.operate.statistics;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Tasks that wait too long for the sweeper or for a claim.
 *
 * @param takenAt time of the search, on the store's clock
 * @param complete false if not all tasks were counted: more than {@link #MAX_COUNTED} of a kind
 *     exist, or counting the ready tasks took too long and was stopped
 * @param groups the groups, ordered by kind, bucket and type
 */
public record Stuck(Instant takenAt, boolean complete, List<Group> groups) {
  /** Maximum number of tasks that are counted of each kind. */
  public static final int MAX_COUNTED = 10_000;

  public Stuck {
    groups = List.copyOf(groups);
  }

  /** The reason why a task is stuck. */
  public enum Kind {
    /** The task is RUNNING, its lease has expired, and no sweeper has resumed or stopped it. */
    LEASE_LAPSED,
    /** The task is WAITING and due, and no sweeper has made it ready. */
    OVERDUE,
    /** The task is READY, and no node has claimed it for longer than expected for its type. */
    QUEUED_TOO_LONG
  }

  /**
   * Stuck tasks of one kind and type in one bucket.
   *
   * @param count number of tasks; at least one
   * @param since the earliest time at which one of the tasks should have continued: the end of its
   *     lease, its due time, or the time when it became ready
   * @param first ids of some of the tasks, oldest first
   */
  public record Group(
      Kind kind, String bucket, String type, long count, Instant since, List<UUID> first) {
    public Group {
      first = List.copyOf(first);
    }
  }

  /** Returns the number of all stuck tasks. */
  public long count() {
    return groups.stream().mapToLong(Group::count).sum();
  }
}
