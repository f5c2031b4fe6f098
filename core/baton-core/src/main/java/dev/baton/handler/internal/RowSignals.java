package dev.baton.handler.internal;

import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.handler.Signal;
import dev.baton.handler.SignalResult;
import java.util.UUID;

/** Changes the row of a task by a signal. The {@link Tasks} of a node can. Thread-safe. */
public interface RowSignals {

  /** In the thread's current transaction where there is one, else in one of its own. */
  SignalResult signal(UUID taskId, Signal signal);

  SignalResult signal(Transaction transaction, UUID taskId, Signal signal);

  /**
   * Returns what changes the rows of these tasks.
   *
   * @throws IllegalArgumentException when they aren't those of a node
   */
  static RowSignals of(Tasks tasks) {
    if (tasks instanceof RowSignals rows) {
      return rows;
    }
    throw new IllegalArgumentException(
        "Signals for states need the Tasks of a node, from baton.tasks(), and not a "
            + tasks.getClass().getName());
  }
}
