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
 * Counts the tasks of the {@link TaskStore}, and keeps what nodes note of what they did. On the
 * same database; all times are the store's own clock. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}, also when it took
 * longer than some seconds and was given up; each may be repeated.
 */
public interface StatisticsStore {
  /** The store's clock. */
  Instant now();

  /**
   * Counts all live tasks. A store may count so many groups by themselves, those in ERROR and then
   * the largest, and the tasks of all others together, by status, in groups whose bucket and type
   * are {@link dev.baton.operate.statistics.LiveCounts#OTHERS}.
   *
   * @return what was counted; {@link Counted#complete} is false when it took too long and was given
   *     up: then there are at least so many tasks in each group, and no groups when not even that
   *     is known
   */
  Counted count();

  /**
   * Live tasks of this status whose next event time lies before that moment, the earliest first.
   *
   * @param status one whose rows have such a time
   */
  List<Late> overdue(Status status, Instant before, int limit);

  /**
   * Ready tasks of this type and bucket that have been ready since before that moment, in no
   * particular order.
   *
   * @param exceptKeys tasks with these keys are left out
   */
  List<Late> queued(
      String bucket, String type, Instant before, Collection<String> exceptKeys, int limit);

  /**
   * Of the waiting tasks that are due first, those whose latest attempt failed and was at least
   * that one, in no particular order.
   *
   * @param limit waiting tasks that are read at the most, whether they failed or not
   */
  Retries retried(int minAttempts, int limit);

  /** The slots of the cluster's limits that are taken, by name and task. */
  List<TakenSlot> slots(int limit);

  /** The rates of the cluster that have given out more than is paid for by now, by name. */
  List<UsedRate> rates(int limit);

  /**
   * Keeps what was done. What the same source has kept of the same minute, bucket and type is
   * replaced: a source writes all it knows of a minute each time, so writing it again does no harm.
   *
   * @param source the node that counted; no other writes under it
   * @return the store's clock
   */
  Instant keep(UUID source, List<Minute> minutes);

  /**
   * What all sources have kept, added up.
   *
   * @param from the first minute
   * @param to the minute after the last
   * @param step minutes that are added up; a sum stands under the first of them
   * @param type null for all
   * @param bucket null for all
   * @return by bucket, type and minute
   */
  List<Minute> kept(long from, long to, int step, @Nullable String type, @Nullable String bucket);

  /**
   * Adds up the earliest hour that is over and isn't added up yet, so that {@link #kept} reads days
   * in steps of whole hours fast. It answers the same without; a store that needs no such sums does
   * nothing.
   *
   * @return whether it did; there may be more
   */
  default boolean addUpAnHour() {
    return false;
  }

  /**
   * Removes what was kept of minutes older than that.
   *
   * @param limit roughly how much at a time
   * @return how much was removed; less than {@code limit} when nothing is left to remove
   */
  int pruneStatistics(Duration olderThan, int limit);

  /**
   * The live tasks.
   *
   * @param at the store's clock
   * @param groups by bucket, type and status, in this order
   */
  record Counted(Instant at, boolean complete, List<Group> groups) {}

  /**
   * Live tasks of one bucket, type and status.
   *
   * @param readySince since when the one that waits longest is ready; null unless they are ready
   */
  record Group(
      String bucket, String type, Status status, long count, @Nullable Instant readySince) {}

  /** A task that nothing has moved since that moment. */
  record Late(UUID id, String bucket, String type, Instant since) {}

  /**
   * A waiting task whose latest attempt failed.
   *
   * @param lastAction when it last moved, which is when it failed unless people or signals moved it
   */
  record Retried(UUID id, String bucket, String type, int attempts, Instant lastAction) {}

  /**
   * Waiting tasks whose latest attempt failed.
   *
   * @param at the store's clock
   * @param complete whether all waiting tasks were read
   */
  record Retries(Instant at, boolean complete, List<Retried> tasks) {}

  /**
   * A slot of a limit of the cluster, and the held task that has it.
   *
   * @param name as {@link dev.baton.task.internal.Permit#name} has it
   */
  record TakenSlot(String name, UUID task, UUID owner, String type) {}

  /**
   * A rate of the cluster.
   *
   * @param name as {@link dev.baton.task.internal.Permit#name} has it
   */
  record UsedRate(String name, Instant paidUntil) {}

  /**
   * What was done with tasks of one type and bucket in a minute.
   *
   * @param number minutes since 1970
   */
  record Minute(long number, String bucket, String type, TaskStatistics statistics) {}
}
