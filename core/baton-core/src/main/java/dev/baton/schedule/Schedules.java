package dev.baton.schedule;

import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.Listing;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads and changes the schedules of all nodes that share a database. You can call it on any node,
 * including clients. Thread-safe.
 *
 * <p>A change uses the transaction that you pass, otherwise the thread's current transaction,
 * otherwise its own. Until the transaction ends, no node can process a tick of the schedule, so
 * keep the transaction short. Unless its documentation says otherwise, every method throws {@link
 * ConfigurationException} if the node's store does not support schedules, and {@link
 * StoreUnavailableException} if the database can't be reached.
 *
 * <p>A change and its audit entry are written in one transaction. A store without transactions
 * writes the entry first. {@link #by} sets the person who makes the change. The declaration of
 * schedules at the start of a node writes no audit entries.
 */
public interface Schedules {

  /**
   * Returns the same API for changes by a person or system. The audit entry of each change names
   * {@code actor}; without this call it names the node.
   *
   * @param actor 1–200 characters
   */
  default Schedules by(String actor) {
    return by(actor, "");
  }

  /**
   * Returns the same API for changes by a person or system, like {@link #by(String)}. The audit
   * entries also contain {@code reason}.
   *
   * @param reason at most 2,000 characters; blank for none
   */
  Schedules by(String actor, String reason);

  /**
   * Returns the schedule with the bucket that {@link #put} stores for its tasks: the bucket of the
   * request, or otherwise the bucket of the type if this node defines the type. If neither exists,
   * no bucket is stored, and the node that processes a tick chooses it.
   */
  Schedule complete(Schedule schedule);

  /**
   * Adds or changes a schedule, like {@link #put(Transaction, Schedule)}, in the thread's current
   * transaction or in a new one.
   */
  void put(Schedule schedule);

  /**
   * Adds the schedule, or changes the schedule of the same name. A change of the timing moves the
   * next tick. A cron expression then ticks at its next time after now. A rate counts from the last
   * tick, and a delay from the end of the last run. Any other change keeps the next tick. A
   * schedule that is over starts again. Runs that have started continue unchanged, and a pause
   * stays in force. Writes nothing if the stored schedule is equal.
   *
   * @throws IllegalArgumentException if the schedule is invalid; nothing is written
   */
  void put(Transaction transaction, Schedule schedule);

  /**
   * Deletes the schedule; runs that have started continue. Returns false if no schedule has that
   * name.
   */
  boolean remove(String name);

  /**
   * Deletes the schedule in this transaction. A node that declares the schedule adds it again when
   * it starts. To stop a declared schedule permanently, end it or pause it.
   */
  boolean remove(Transaction transaction, String name);

  /**
   * Ends the schedule but keeps its row. The schedule never ticks again unless you put it again.
   * Returns false if no schedule has that name.
   */
  boolean end(String name);

  /**
   * Ends the schedule in this transaction. If the handler of a run is transactional and passes its
   * own transaction, the schedule ends exactly when that run is DONE.
   */
  boolean end(Transaction transaction, String name);

  /**
   * Pauses the schedule on all nodes until you resume it, even if nodes restart meanwhile. Returns
   * false if no schedule has that name.
   */
  boolean pause(String name);

  /**
   * Resumes the schedule. Ticks during the pause don't count as missed and never run. If the
   * schedule has a fixed delay that ended during the pause, it ticks at once. Returns false if no
   * schedule has that name.
   */
  boolean resume(String name);

  /**
   * Adds one task of the schedule now, in addition to its ticks, even if the schedule is paused or
   * over or a run continues. The run counts as the latest run.
   *
   * @return the id of the task; empty if no schedule has that name
   */
  Optional<UUID> runNow(String name);

  /**
   * Returns the schedules that need attention: those whose runs fail, that can't run, that are
   * overdue, or that are paused. The result may be three seconds old. The list is empty if the
   * store does not support schedules.
   */
  ScheduleTroubles troubles();

  /** Returns the schedule of that name; empty if it doesn't exist. */
  Optional<ScheduleState> find(String name);

  /**
   * Returns the schedules, sorted by name. {@code list().from(Cursor.name(name))} begins after that
   * name, even if no schedule has the name.
   */
  Listing<ScheduleState> list();
}
