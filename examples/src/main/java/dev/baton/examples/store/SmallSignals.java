package dev.baton.examples.store;

import dev.baton.spi.SignalStore;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.Optional;

/** Applies signals to the tasks of a small store. Thread-safe. */
public final class SmallSignals implements SignalStore {
  private final SmallStore store;

  public SmallSignals(SmallStore store) {
    this.store = store;
  }

  // region signal
  @Override
  public boolean apply(Task seen, Transition transition) {
    synchronized (store) {
      Optional<Task> now = store.find(seen.id());
      return now.isPresent()
          && now.get().position().isSameButForTheNextEvent(seen.position())
          && store.apply(List.of(transition)).get(0);
    }
  }
  // endregion
}
