package dev.baton.handler.internal;

import dev.baton.api.Signals;
import dev.baton.api.Tasks;
import dev.baton.api.Transaction;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.MoveResult;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Signals that can also change the row of a task. The {@link Tasks} of a node implement it.
 * Thread-safe.
 */
public interface RowSignals extends Signals {

  /** Returns the standard codec, which types without their own codec use. */
  Supplier<PayloadCodec> codec();

  /** Applies the signal in the thread's current transaction, or in a new one if there is none. */
  MoveResult signal(UUID taskId, Signal signal);

  /** Applies the signal in this transaction. */
  MoveResult signal(Transaction transaction, UUID taskId, Signal signal);

  /**
   * Returns the signals of the node to which these tasks belong.
   *
   * @throws IllegalArgumentException if {@code tasks} doesn't belong to a node
   */
  static RowSignals of(Tasks tasks) {
    if (tasks instanceof RowSignals rows) {
      return rows;
    }
    throw new IllegalArgumentException(
        "To move a task with states, pass the Tasks of a node, from baton.tasks(), not a "
            + tasks.getClass().getName());
  }
}
