package dev.baton.operate.statistics;

import dev.baton.task.Status;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many live tasks there are. Finished ones aren't counted here: {@link StatisticsSeries} says
 * how many were done in a time.
 *
 * @param takenAt when they were counted, on the store's clock; null when they never could be
 * @param complete false when counting took too long and was stopped: then these are the last counts
 *     that succeeded within ten minutes, or else lower bounds
 * @param atLeast whether these are lower bounds: a group has so many tasks or more
 * @param groups by bucket, type and status, in this order; only those that have tasks. With more
 *     than ten thousand, the smallest are counted together by status, as bucket and type {@link
 *     #OTHERS}; those in ERROR come before the largest
 */
public record LiveCounts(
    @Nullable Instant takenAt, boolean complete, boolean atLeast, List<Group> groups) {
  /** What stands for the bucket and the type of groups that aren't counted by themselves. */
  public static final String OTHERS = "(others)";

  public LiveCounts {
    groups = List.copyOf(groups);
  }

  /** Live tasks of one type and status in one bucket. */
  public record Group(String bucket, String type, Status status, long count) {}

  /** All tasks of a status. */
  public long of(Status status) {
    return groups.stream().filter(group -> group.status() == status).mapToLong(Group::count).sum();
  }
}
