package dev.baton.tck;

import dev.baton.api.Transaction;
import dev.baton.task.row.Candidate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The listeners of released and moved tasks. Thread-safe. */
final class ReleaseListeners {
  private final List<Consumer<List<Candidate>>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<UUID>> whenMoved = new CopyOnWriteArrayList<>();

  void add(Consumer<List<Candidate>> listener) {
    listeners.add(listener);
  }

  /**
   * Notifies the listeners. Never called under the store's lock, because listeners are foreign
   * code.
   */
  void tell(List<Candidate> released) {
    if (!released.isEmpty()) {
      listeners.forEach(listener -> listener.accept(released));
    }
  }

  void onMoved(Consumer<UUID> listener) {
    whenMoved.add(listener);
  }

  void moved(WaitWrites.Applied applied) {
    applied.moved().forEach(id -> whenMoved.forEach(listener -> listener.accept(id)));
  }

  void toldAfter(MemoryTransaction transaction, WaitWrites.Applied applied) {
    moved(applied);
    List<Candidate> released = applied.released();
    if (!released.isEmpty()) {
      transaction.onEnd(
          end -> {
            if (end != Transaction.End.ROLLED_BACK) {
              tell(released);
            }
          });
    }
  }
}
