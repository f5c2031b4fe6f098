package dev.baton.jdbc.task;

import dev.baton.api.Transaction;
import dev.baton.task.row.Candidate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The listeners for tasks that were released and are now ready. Thread-safe. */
final class ReleaseListeners {
  private final List<Consumer<List<Candidate>>> listeners = new CopyOnWriteArrayList<>();

  void add(Consumer<List<Candidate>> listener) {
    listeners.add(listener);
  }

  /** Passes released tasks to the listeners. Call this after the commit. */
  void announce(List<Candidate> released) {
    if (!released.isEmpty()) {
      listeners.forEach(listener -> listener.accept(released));
    }
  }

  /** Calls {@link #announce} when the transaction has ended, unless it was rolled back. */
  void announceAfter(Transaction transaction, List<Candidate> released) {
    if (!released.isEmpty() && transaction.reportsEnd()) {
      transaction.onEnd(
          end -> {
            if (end != Transaction.End.ROLLED_BACK) {
              announce(released);
            }
          });
    }
  }
}
