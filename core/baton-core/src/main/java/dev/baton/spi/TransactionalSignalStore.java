package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.task.internal.Task;
import java.util.Optional;
import java.util.UUID;

/**
 * A store of signals that also works in transactions: it locks a task in the transaction that then
 * changes it. For a store with the capability {@link TransactionalStore}. Thread-safe.
 */
public interface TransactionalSignalStore extends SignalStore {

  /**
   * Reads the current live task and locks it until the transaction ends, so that no other change,
   * not even a checkpoint, comes between this read and the transaction's write. Waits for
   * transactions that have locked the task, and sees what they committed, also after this
   * transaction's snapshot.
   *
   * @return empty if there is no such live task, or if it isn't committed
   * @throws dev.baton.api.error.StoreUnavailableException if the store can't be reached or reports
   *     an error
   */
  Optional<Task> lock(Transaction transaction, UUID id);
}
