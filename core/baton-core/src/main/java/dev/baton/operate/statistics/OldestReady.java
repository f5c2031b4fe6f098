package dev.baton.operate.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ready tasks that have waited longest, by bucket and type.
 *
 * @param takenAt time of the query, on the store's clock; null if no query has succeeded yet
 * @param complete false if the query took too long and was stopped: the values are then from the
 *     last successful query
 * @param groups the groups that have ready tasks, ordered by bucket and type
 */
public record OldestReady(@Nullable Instant takenAt, boolean complete, List<Group> groups) {

  public OldestReady {
    groups = List.copyOf(groups);
  }

  /**
   * The oldest ready task of one type in one bucket.
   *
   * @param since time when it became ready
   * @param age time from {@code since} to {@link #takenAt}
   */
  public record Group(String bucket, String type, Instant since, Duration age) {}

  /** Returns the group with the longest wait; empty if no task is ready. */
  public Optional<Group> longest() {
    return groups.stream().max(Comparator.comparing(Group::age));
  }
}
