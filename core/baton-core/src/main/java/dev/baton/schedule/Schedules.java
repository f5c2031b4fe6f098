package dev.baton.schedule;

import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The schedules of all nodes that share a database; any node answers for all, clients too.
 * Thread-safe.
 *
 * <p>Changes are made in the transaction given, or in the thread's current one, or in one of their
 * own. A change of a schedule lets no node add a tick of it before its transaction ends, so keep
 * that short. Where the node was built without a schedule store every method throws {@link
 * ConfigurationException}; all may throw {@link StoreUnavailableException}.
 */
public interface Schedules {

  /**
   * The schedule with the bucket that its tasks will come into, as {@link #put} writes it: the one
   * that is named, or else the type's, where this node's definitions have the type. Where they
   * don't, it stays unnamed, and the node that serves a tick decides.
   */
  Schedule complete(Schedule schedule);

  /** As {@link #put(Transaction, Schedule)}, in the thread's transaction or one of its own. */
  void put(Schedule schedule);

  /**
   * Adds the schedule, or changes the one of that name. Another timing moves the next tick: a cron
   * expression's is the next after now, a rate's is counted from the last tick, a delay's from the
   * end of the last run. Any other change leaves it where it is. A schedule that is over begins
   * anew. What runs goes on as it was; a pause stays.
   *
   * @throws IllegalArgumentException when it can't be a schedule: nothing is written then
   */
  void put(Transaction transaction, Schedule schedule);

  /** Forgets the schedule; what runs goes on. False when there is none of that name. */
  boolean remove(String name);

  /**
   * Forgets the schedule. A node that starts and declares it adds it again: to have a declared one
   * rest for good, end it or pause it.
   */
  boolean remove(Transaction transaction, String name);

  /** Ends the schedule but keeps it: it never ticks again unless it is put. False when none. */
  boolean end(String name);

  /**
   * Ends the schedule in this transaction: with a transactional handler's own, the job ends itself
   * exactly when its run is done.
   */
  boolean end(Transaction transaction, String name);

  /** Rests the schedule, on all nodes and over restarts, until it is resumed. False when none. */
  boolean pause(String name);

  /**
   * Lets the schedule go on. Ticks that passed meanwhile weren't missed: they never come; a delay
   * that is over runs at once. False when there is none.
   */
  boolean resume(String name);

  /**
   * Adds one task of it now, besides its ticks, also while it is paused, over, or running. The run
   * counts as its latest.
   *
   * @return the task; empty when there is no such schedule
   */
  Optional<UUID> runNow(String name);

  /** The schedule of that name. */
  Optional<ScheduleState> find(String name);

  /**
   * Schedules in the order of their names.
   *
   * @param after those with later names only; null for all
   * @param limit at most so many
   */
  List<ScheduleState> list(@Nullable String after, int limit);
}
