package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.task.row.Task;
import java.util.Optional;
import java.util.UUID;

/**
 * A store of signals that can also work in a caller's transaction: it locks a task in the
 * transaction that then changes it. A store implements it if it is also a {@link
 * TransactionalStore}. Thread-safe.
 */
public interface TransactionalSignalStore extends SignalStore {

  /**
   * Reads the current live task and locks it until the transaction ends, so that no other change,
   * not even a checkpoint, comes between this read and the transaction's write. If another
   * transaction has locked the task, waits until that transaction ends, and returns what it has
   * committed, even if this transaction's snapshot is older.
   *
   * @return empty if there is no such live task, or if the transaction that adds it hasn't
   *     committed
   * @throws dev.baton.api.error.StoreUnavailableException if the store can't be reached or reports
   *     an error
   */
  Optional<Task> lock(Transaction transaction, UUID id);
}
