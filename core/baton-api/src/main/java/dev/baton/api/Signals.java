package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.UUID;

/**
 * Sends signals to tasks and cancels tasks, including tasks that another node runs. A signal may be
 * a callback or a person's decision. Works on every node, including one that runs no tasks.
 * Thread-safe.
 *
 * <p>Baton reads the task's state, decides what the signal or cancellation changes, and writes the
 * change, all in one atomic step. If the change takes the task from a running attempt, the
 * attempt's later writes have no effect, and Baton logs one warning. The running handler is
 * notified after the commit: at once if it runs on this node and the change had its own
 * transaction, otherwise at the next renewal of its lease. A signal and a handler that polls for
 * the same event may run at the same time: the one that writes second always reads what the first
 * has written.
 */
public interface Signals {

  /**
   * Sends a signal to a task: {@code AwaitsSignals#awaitSignal} returns its value to the handler.
   * If the handler does not wait yet, the signal is kept. The signal is written in the thread's
   * current transaction, or in its own transaction if there is none.
   *
   * <p>Each call sends another signal. After a {@link CommitUnknownException} the signal may or may
   * not have been sent. To be able to check, send it in a transaction that also writes your own
   * row.
   *
   * @param value at most {@code AwaitsSignals#MAX_SIGNAL_BYTES} in its stored form
   * @throws IllegalArgumentException if the name or the value is invalid, or the value is of
   *     another class than the signal's
   * @throws dev.baton.api.error.RequestRefusedException if the task has states. To change the state
   *     of such a task, use {@code StateMachine#move}. A node without the type's definition
   *     recognizes such a task only after its first change of state
   * @throws StoreUnavailableException if the database can't be reached or refuses the write. After
   *     a {@link CommitUnknownException} the signal may have been sent, and a second call may send
   *     it twice
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
   * Cancels a task in any live status: it may be waiting, ready, held, in ERROR or running. The
   * task ends as CANCELLED with this reason. A task that repeats does not run again. Cancelling one
   * run of a schedule does not stop the schedule's next tick. The cancellation is written in the
   * thread's current transaction, or in its own transaction if there is none.
   *
   * <p>A running handler is notified and interrupted after the commit. The handler is notified at
   * once if it runs on this node and the cancellation had its own transaction. Otherwise it is
   * notified at the next renewal of its lease. After the commit, the handler's writes through Baton
   * have no effect. Baton doesn't undo effects outside of its database.
   *
   * @throws StoreUnavailableException if the database can't be reached or refuses the write. After
   *     a {@link CommitUnknownException} the task may have been cancelled. In both cases you can
   *     safely repeat the call
   * @throws dev.baton.api.error.ConfigurationException if this node was built without a {@code
   *     SignalStore}
   */
  Cancellation cancel(UUID taskId, String reason);

  /**
   * Cancels a task in this transaction: the cancellation takes effect only if the transaction
   * commits. All other writes to the task wait until the transaction ends.
   */
  Cancellation cancel(Transaction transaction, UUID taskId, String reason);

  /** The result of a cancellation. */
  enum Cancellation {
    /** The task was not running, and will not run again. */
    CANCELLED,
    /** The task was running; its handler is notified. */
    CANCELLED_RUNNING,
    /** The task had already ended; nothing was written. */
    ALREADY_FINISHED,
    /**
     * The task does not exist, or it ended and is no longer kept, or this transaction has already
     * ended it and hasn't committed yet; nothing was written.
     */
    NOT_FOUND
  }
}
