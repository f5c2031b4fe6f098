package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.spi.TransactionalSignalStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads and changes tasks of a {@link MemoryTaskStore} for callers that signal them. Thread-safe.
 */
public final class MemorySignalStore implements TransactionalSignalStore {
  private final MemoryTaskStore store;

  public MemorySignalStore(MemoryTaskStore store) {
    this.store = store;
  }

  @Override
  public boolean apply(Task seen, Transition transition) {
    return store
        .database()
        .alone(
            own ->
                lock(own, seen.id())
                        .filter(now -> now.position().isSameButForTheNextEvent(seen.position()))
                        .isPresent()
                    && store.apply(own, transition));
  }

  @Override
  public Optional<Task> lock(Transaction transaction, UUID id) {
    return store.lock(transaction, id);
  }
}
