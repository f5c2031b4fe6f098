package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.UUID;

/**
 * Sends signals to tasks and cancels tasks, including tasks that another node runs. A signal may be
 * a callback or a person's decision. Works on every node, including one that runs no tasks.
 * Thread-safe.
 *
 * <p>A signal or a cancellation reads the task's state, decides the change and writes it
 * atomically. If the change takes the task from a running attempt, the attempt's later writes have
 * no effect and log one warning. The running handler is notified after the commit: at once if it
 * runs on this node and the change had its own transaction, otherwise at the next renewal of its
 * lease. Signals and the task's own polling may race in any order: the second always sees what the
 * first has written.
 */
public interface Signals {

  /**
   * Sends a signal to a task: {@code AwaitsSignals#awaitSignal} returns its value to the handler.
   * If the handler does not wait yet, the signal is kept. The signal is written in the thread's
   * current transaction, or in its own transaction if there is none.
   *
   * <p>Each call sends another signal. After a {@link CommitUnknownException} the signal may or may
   * not have been sent. To be able to check, send it in a transaction that also writes a row of
   * yours.
   *
   * @param value at most {@code AwaitsSignals#MAX_SIGNAL_BYTES} in its stored form
   * @throws IllegalArgumentException if the name or the value is invalid
   * @throws StoreUnavailableException if the database can't be reached or refuses the write; after
   *     a {@link CommitUnknownException} the task may have been cancelled. In both cases you may
   *     call again
   * @throws dev.baton.api.error.ConfigurationException if this node was built without a {@code
   *     SignalStore} or {@code NoteStore}
   */
  <T> Delivery signal(UUID taskId, SignalType<T> signal, T value);

  /**
   * Sends a signal in this transaction: it takes effect only if the transaction commits. All other
   * writes to the task wait until the transaction ends.
   */
  <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value);

  /** The result of sending a signal. */
  enum Delivery {
    /** The task was waiting for the signal and continues. */
    AWAITED,
    /** The signal is kept until the task's handler awaits it. */
    KEPT,
    /** The task already has the maximum number or size of kept signals; nothing was written. */
    TOO_MANY,
    /** The task had ended before; nothing was written. */
    ALREADY_FINISHED,
    /** The task does not exist, or it ended and is no longer kept; nothing was written. */
    NOT_FOUND
  }

  /**
   * Cancels a task in any live status: it may wait, be ready, held, in ERROR or running. It ends
   * CANCELLED with this reason. A task that repeats does not run again. Cancelling one run of a
   * schedule does not stop the schedule's next tick. The cancellation is written in the thread's
   * current transaction, or in its own transaction if there is none.
   *
   * <p>A running handler is notified and interrupted after the commit. This happens at once if it
   * runs on this node and the cancellation had its own transaction. Otherwise it happens at the
   * next renewal of its lease. After the commit, the handler's writes through Baton have no effect.
   * Its effects elsewhere are not undone.
   *
   * @throws StoreUnavailableException when the database can't be reached or refuses; a {@link
   *     CommitUnknownException} means that it may have been cancelled. Either way it may be asked
   *     again
   * @throws dev.baton.api.error.ConfigurationException if this node was built without a {@code
   *     SignalStore}
   */
  Cancellation cancel(UUID taskId, String reason);

  /**
   * Cancels a task in this transaction: the cancellation takes effect only if the transaction
   * commits. All other writes to the task wait until the transaction ends, as for {@link
   * #signal(Transaction, UUID, SignalType, Object)}.
   */
  Cancellation cancel(Transaction transaction, UUID taskId, String reason);

  /** The result of a cancellation. */
  enum Cancellation {
    /** The task was not running, and won't run any more. */
    CANCELLED,
    /** The task was running; its handler is notified. */
    CANCELLED_RUNNING,
    /** The task had already ended; nothing was written. */
    ALREADY_FINISHED,
    /**
     * The task does not exist, or it ended and is no longer kept, or this uncommitted transaction
     * has ended it; nothing was written.
     */
    NOT_FOUND
  }
}
