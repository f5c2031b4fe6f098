package dev.baton.handler.internal;

import dev.baton.api.Signals;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.SignalResult;
import java.util.UUID;
import java.util.function.Supplier;

/** Signals that may also change the row of a task. The {@link Tasks} of a node are. Thread-safe. */
public interface RowSignals extends Signals {

  /** Returns the codec of types that name none. */
  Supplier<PayloadCodec> codec();

  /** In the thread's current transaction where there is one, else in one of its own. */
  SignalResult signal(UUID taskId, Signal signal);

  SignalResult signal(Transaction transaction, UUID taskId, Signal signal);

  /**
   * Returns what changes the rows of these tasks.
   *
   * @throws IllegalArgumentException when they aren't those of a node
   */
  static RowSignals of(Tasks tasks) {
    if (tasks.unwrapped() instanceof RowSignals rows) {
      return rows;
    }
    throw new IllegalArgumentException(
        "Signals for states need the Tasks of a node, from baton.tasks(), and not a "
            + tasks.getClass().getName());
  }
}
