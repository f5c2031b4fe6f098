package dev.baton.testkit;

import dev.baton.api.Transaction;
import dev.baton.spi.SignalStore;
import dev.baton.task.Task;
import java.util.Optional;
import java.util.UUID;

/** Locks rows of a store in memory for those who have news for them. Thread-safe. */
public final class MemorySignalStore implements SignalStore {
  private final MemoryTaskStore store;

  public MemorySignalStore(MemoryTaskStore store) {
    this.store = store;
  }

  @Override
  public Optional<Task> lock(Transaction transaction, UUID id) {
    return store.lock(transaction, id);
  }
}
