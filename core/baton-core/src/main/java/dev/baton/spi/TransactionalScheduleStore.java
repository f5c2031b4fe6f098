package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.schedule.ScheduleState;
import java.time.Instant;
import java.util.Optional;

/**
 * A store of schedules that can also write in a caller's transaction, in the database of the tasks.
 * Baton then writes a tick and adds its task in one transaction. A store implements it if it is
 * also a {@link TransactionalStore}. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalScheduleStore extends ScheduleStore {

  /**
   * Returns the time of the store's clock, read on the transaction's connection. Must not use a
   * second connection, because the pool may have no free one.
   */
  Instant now(Transaction transaction);

  /**
   * Adds a schedule in this transaction, like {@link #insert(ScheduleState)}. The transaction stays
   * usable if the name is taken.
   */
  boolean insert(Transaction transaction, ScheduleState state);

  /**
   * Reads the current schedule and locks it until the transaction ends. If another transaction has
   * locked it, waits until that transaction ends.
   */
  Optional<ScheduleState> lock(Transaction transaction, String name);

  /**
   * Reads the current schedule and locks it until the transaction ends. Returns empty if another
   * transaction has locked it. Never waits.
   */
  Optional<ScheduleState> tryLock(Transaction transaction, String name);

  /** Writes a schedule in this transaction, like {@link #change(ScheduleState)}. */
  boolean change(Transaction transaction, ScheduleState state);

  /** Removes a schedule in this transaction, like {@link #remove(String)}. */
  boolean remove(Transaction transaction, String name);
}
