package dev.baton.operate.statistics;

import dev.baton.task.Status;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of live tasks. {@link StatisticsSeries} counts the tasks that have ended.
 *
 * @param takenAt time of the count, on the store's clock; null if no count has succeeded yet
 * @param complete false if counting took too long and was stopped. The values are then from the
 *     last successful count, if it is at most ten minutes old; otherwise they are lower bounds
 * @param atLeast whether the values are lower bounds
 * @param groups the groups that have tasks, ordered by bucket, type and status. If there are more
 *     than ten thousand, the smallest groups are combined by status, with bucket and type {@link
 *     #OTHERS}; groups in ERROR are combined only if no other group is left
 */
public record LiveCounts(
    @Nullable Instant takenAt, boolean complete, boolean atLeast, List<Group> groups) {
  /** The bucket and type of a combined group. */
  public static final String OTHERS = "(others)";

  public LiveCounts {
    groups = List.copyOf(groups);
  }

  /** Live tasks of one type and status in one bucket. */
  public record Group(String bucket, String type, Status status, long count) {}

  /** Returns the number of tasks in this status. */
  public long of(Status status) {
    return groups.stream().filter(group -> group.status() == status).mapToLong(Group::count).sum();
  }
}
