package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.task.internal.Task;
import java.util.Optional;
import java.util.UUID;

/**
 * A store that also reads tasks for those who signal them, in the transaction that then changes
 * them. For a store that has the capability {@link TransactionalStore}. Thread-safe.
 */
public interface TransactionalSignalStore extends SignalStore {

  /**
   * The live task as it is now, locked until the transaction ends: no other change, a checkpoint
   * included, comes between this and what the transaction writes. Waits for transactions that have
   * it locked, and sees what they committed, also after this transaction's snapshot.
   *
   * @return empty when there is no such live task, or none that has been committed
   * @throws dev.baton.api.error.StoreUnavailableException when the store can't be reached or
   *     refuses
   */
  Optional<Task> lock(Transaction transaction, UUID id);
}
