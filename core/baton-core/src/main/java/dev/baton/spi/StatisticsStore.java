package dev.baton.spi;

import dev.baton.operate.statistics.TaskStatistics;
import dev.baton.task.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tasks of the {@link TaskStore} and stores the statistics of nodes. It uses the same
 * database. All times are on the store's clock. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}, also if a query
 * took longer than some seconds and was stopped. You can safely repeat each call.
 */
public interface StatisticsStore {
  /** Returns the time of the store's clock. */
  Instant now();

  /**
   * Counts all live tasks in groups. A store may limit the number of groups. It then keeps the
   * groups in ERROR and the largest groups, and counts all other tasks only by status. The bucket
   * and type of those groups are {@link dev.baton.operate.statistics.LiveCounts#OTHERS}.
   *
   * @return the counts. If the count took too long and was stopped, {@link Counted#complete} is
   *     false, and the counts are lower bounds; there are no groups if no lower bounds are known
   */
  Counted count();

  /**
   * Returns live tasks in the given status whose next event time is before the given time, the
   * earliest first.
   *
   * @param status a status whose rows have a next event time
   */
  List<Late> overdue(Status status, Instant before, int limit);

  /**
   * Returns ready tasks of the given type and bucket that became ready before the given time, in no
   * particular order.
   *
   * @param exceptKeys keys whose tasks are left out
   */
  List<Late> queued(
      String bucket, String type, Instant before, Collection<String> exceptKeys, int limit);

  /**
   * Returns waiting tasks whose latest attempt failed and that have had at least {@code
   * minAttempts} attempts, in no particular order. Reads only the waiting tasks that are due next.
   *
   * @param limit the largest number of waiting tasks to read, whether they failed or not
   */
  Retries retried(int minAttempts, int limit);

  /** Returns the slots of the cluster's limits that are in use, ordered by name and task. */
  List<TakenSlot> slots(int limit);

  /**
   * Returns the rates of the cluster that have granted permits ahead of their pace, ordered by
   * name.
   */
  List<UsedRate> rates(int limit);

  /**
   * Stores statistics of minutes. The counts replace those that the same source has stored for the
   * same minute, bucket and type. A source can safely repeat the call, because it writes everything
   * that it has counted in the minute so far.
   *
   * @param source the node that counted; no other node uses this id
   * @return the time of the store's clock
   */
  Instant keep(UUID source, List<Minute> minutes);

  /**
   * Returns the sums of the statistics of all sources.
   *
   * @param from the first minute
   * @param to the minute after the last
   * @param step how many minutes are added up to one sum; the sum has the number of its first
   *     minute
   * @param type null for all
   * @param bucket null for all
   * @return the sums, ordered by bucket, type and minute
   */
  List<Minute> kept(long from, long to, int step, @Nullable String type, @Nullable String bucket);

  /**
   * Stores the sums of the earliest past hour that has none yet, so that {@link #kept} can read
   * days quickly in steps of whole hours. The results of {@link #kept} are the same without these
   * sums. A store that doesn't need them does nothing.
   *
   * @return whether sums were stored; call it again, because there may be more such hours
   */
  default boolean addUpAnHour() {
    return false;
  }

  /**
   * Removes statistics of minutes that are older than the given age.
   *
   * @param limit the approximate number of entries to remove
   * @return how many entries were removed; less than {@code limit} if nothing is left to remove
   */
  int pruneStatistics(Duration olderThan, int limit);

  /**
   * Counts of the live tasks.
   *
   * @param at the time of the store's clock
   * @param groups ordered by bucket, type and status
   */
  record Counted(Instant at, boolean complete, List<Group> groups) {}

  /**
   * Count of the live tasks of one bucket, type and status.
   *
   * @param readySince when the task that has waited longest became ready; null unless the tasks are
   *     ready
   */
  record Group(
      String bucket, String type, Status status, long count, @Nullable Instant readySince) {}

  /** A task that is overdue or queued too long. */
  record Late(UUID id, String bucket, String type, Instant since) {}

  /**
   * A waiting task whose latest attempt failed.
   *
   * @param lastAction time of the task's last transition, which is the failure unless an operator
   *     or a signal has moved the task
   */
  record Retried(UUID id, String bucket, String type, int attempts, Instant lastAction) {}

  /**
   * The waiting tasks whose latest attempt failed.
   *
   * @param at the time of the store's clock
   * @param complete whether all waiting tasks were read
   */
  record Retries(Instant at, boolean complete, List<Retried> tasks) {}

  /**
   * A slot of a limit of the cluster, and the running task that uses it.
   *
   * @param name the name from {@link dev.baton.task.row.Permit#name}
   */
  record TakenSlot(String name, UUID task, UUID owner, String type) {}

  /**
   * A rate of the cluster that has granted permits ahead of its pace; see {@link LimitState}.
   *
   * @param name the name from {@link dev.baton.task.row.Permit#name}
   */
  record UsedRate(String name, Instant paidUntil) {}

  /**
   * Statistics of the tasks of one type and bucket in a minute.
   *
   * @param number the minute, counted from 1970 in UTC
   */
  record Minute(long number, String bucket, String type, TaskStatistics statistics) {}
}
