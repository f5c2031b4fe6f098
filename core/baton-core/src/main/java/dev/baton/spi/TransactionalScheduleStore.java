package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.schedule.ScheduleState;
import java.time.Instant;
import java.util.Optional;

/**
 * A store of schedules that also writes in transactions, on the database of the tasks. A tick and
 * its task are then one transaction. For a store with the capability {@link TransactionalStore}.
 * Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalScheduleStore extends ScheduleStore {

  /**
   * Reads the store's clock on the transaction's connection, because the pool may have no other
   * free connection.
   */
  Instant now(Transaction transaction);

  /** Works as {@link #insert(ScheduleState)}. The transaction stays usable if the name is taken. */
  boolean insert(Transaction transaction, ScheduleState state);

  /**
   * Reads the current schedule and locks it until the transaction ends. Waits for other
   * transactions that have locked it.
   */
  Optional<ScheduleState> lock(Transaction transaction, String name);

  /**
   * Reads the current schedule and locks it until the transaction ends. Returns empty if another
   * transaction has locked it. Never waits.
   */
  Optional<ScheduleState> tryLock(Transaction transaction, String name);

  /** Works as {@link #change(ScheduleState)}, in this transaction. */
  boolean change(Transaction transaction, ScheduleState state);

  /** Works as {@link #remove(String)}, in this transaction. */
  boolean remove(Transaction transaction, String name);
}
