package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.schedule.ScheduleState;
import java.time.Instant;
import java.util.Optional;

/**
 * A store of schedules that writes in transactions, too, on the database of the tasks: a tick and
 * its task are then one transaction. For a store that has the capability {@link
 * TransactionalStore}. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalScheduleStore extends ScheduleStore {

  /** Reads the store's clock on the transaction's connection, since the pool may have no other. */
  Instant now(Transaction transaction);

  /** As {@link #insert(ScheduleState)}; the transaction stays sound when the name is taken. */
  boolean insert(Transaction transaction, ScheduleState state);

  /** Reads the schedule as it is now and keeps it so until the transaction ends; waits for that. */
  Optional<ScheduleState> lock(Transaction transaction, String name);

  /**
   * Reads the schedule as it is now and keeps it so until the transaction ends, unless another
   * transaction keeps it. Never waits.
   */
  Optional<ScheduleState> tryLock(Transaction transaction, String name);

  /** As {@link #change(ScheduleState)}. */
  boolean change(Transaction transaction, ScheduleState state);

  /** As {@link #remove(String)}. */
  boolean remove(Transaction transaction, String name);
}
