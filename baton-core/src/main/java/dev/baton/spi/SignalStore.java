package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.task.Task;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads tasks for those who have news for them, in the transaction that then changes them. A seam
 * beside {@link TaskStore} on the same database. Thread-safe.
 */
public interface SignalStore {

  /**
   * The live task as it is now, locked until the transaction ends: nobody else's change, a
   * checkpoint included, comes between this and what the transaction writes. Waits for others who
   * have it locked, and sees what they committed, also after the transaction's snapshot.
   *
   * @return empty when there is no such live task, or none that has been committed
   * @throws dev.baton.api.error.StoreUnavailableException when the store can't be reached or
   *     refuses
   */
  Optional<Task> lock(Transaction transaction, UUID id);
}
