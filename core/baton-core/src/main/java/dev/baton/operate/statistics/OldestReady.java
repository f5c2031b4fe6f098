package dev.baton.operate.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ready tasks that have waited longest.
 *
 * @param takenAt when they were looked for; null when they never could be
 * @param complete false when the query took too long and was stopped: then this is what was last
 *     found
 * @param groups by bucket and type, in this order; only those that have ready tasks
 */
public record OldestReady(@Nullable Instant takenAt, boolean complete, List<Group> groups) {

  public OldestReady {
    groups = List.copyOf(groups);
  }

  /**
   * The oldest ready task of one type in one bucket.
   *
   * @param since when it became ready
   * @param age how long before {@link #takenAt} that was
   */
  public record Group(String bucket, String type, Instant since, Duration age) {}

  /** The longest wait of all; empty when nothing is ready. */
  public Optional<Group> longest() {
    return groups.stream().max(Comparator.comparing(Group::age));
  }
}
