package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.UUID;

/**
 * Sends signals to tasks and cancels tasks, including tasks that another node runs. A signal may be
 * a callback or a person's decision. Works on every node, including one that runs no tasks.
 * Thread-safe.
 *
 * <p>Baton reads the task, decides what the signal or cancellation changes, and writes the change,
 * all in one atomic step. If the handler also polls for the event, for example by asking the
 * partner, both may happen at once. Baton then writes one after the other, and the second always
 * reads what the first has written.
 *
 * <p>Methods without a transaction parameter use the thread's current transaction, like the methods
 * of {@link TaskAdder}. Keep your transaction short: until it ends, all other writes to the task
 * wait, including the renewal of its lease and its outcome.
 */
public interface Signals {

  /**
   * Sends a signal to a task: {@code attempt.awaitSignal(...)} returns its value to the handler. If
   * the handler does not wait yet, the signal is kept. Signals of one name are delivered in the
   * order of their commits.
   *
   * <p>Each call sends another signal, so a repeated call may deliver it twice. To be able to check
   * after a {@link CommitUnknownException}, send the signal in a transaction that also writes your
   * own row.
   *
   * <p>A task with states can't await signals: to change its state, use {@code StateMachine.move}.
   * If a node doesn't define the task's type, it can't see that the task has states until the first
   * change of state. Until then it accepts the signal, and no handler reads it.
   *
   * @param value not null; at most 256 KiB in its stored form
   * @throws IllegalArgumentException if the name or the value is invalid, or the value is of
   *     another class than the signal's
   * @throws dev.baton.api.error.RequestRefusedException if the task has states
   * @throws dev.baton.api.error.PayloadException if the codec can't write the value
   * @throws StoreUnavailableException if the database can't be reached, or if other changes of the
   *     task came first each time
   * @throws CommitUnknownException if the signal may have been sent, because the response to the
   *     commit was lost
   * @throws dev.baton.api.error.ConfigurationException if this node's store does not support
   *     signals
   * @throws IllegalStateException if the node requires a transaction and the thread has none
   */
  <T> Delivery signal(UUID taskId, SignalType<T> signal, T value);

  /**
   * Sends a signal in this transaction, like {@link #signal(UUID, SignalType, Object)}: it takes
   * effect only if the transaction commits.
   *
   * @throws dev.baton.api.error.ConfigurationException if this node's store does not support
   *     signals or transactions
   */
  <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value);

  /** The result of sending a signal. */
  enum Delivery {
    /** The task was waiting for the signal and continues. */
    AWAITED,
    /** The signal is kept until the task's handler awaits it. */
    KEPT,
    /** The task already has 1,000 kept signals, or 16 MiB of them; nothing was written. */
    TOO_MANY,
    /** The task had already ended; nothing was written. */
    ALREADY_FINISHED,
    /** The task does not exist, or it ended and is no longer kept; nothing was written. */
    NOT_FOUND
  }

  /**
   * Cancels a task in any live status: it may be waiting, ready, held, in ERROR or running. The
   * task ends as CANCELLED with this reason. A task that repeats does not run again. Cancelling one
   * run of a schedule does not stop the schedule's next tick.
   *
   * <p>A running handler is notified and interrupted after the commit. The handler is notified at
   * once if it runs on this node and the cancellation had its own transaction. Otherwise it is
   * notified at the next renewal of its lease. After the commit, the handler's writes through Baton
   * have no effect, and Baton logs one warning. Baton doesn't undo effects outside of its database.
   *
   * <p>You can safely repeat the call after any exception.
   *
   * @param reason text for display in the task's history; must not be null
   * @throws StoreUnavailableException if the database can't be reached, or if other changes of the
   *     task came first each time
   * @throws CommitUnknownException if the task may have been cancelled, because the response to the
   *     commit was lost
   * @throws dev.baton.api.error.ConfigurationException if this node's store does not support
   *     signals
   * @throws IllegalStateException if the node requires a transaction and the thread has none
   */
  Cancellation cancel(UUID taskId, String reason);

  /**
   * Cancels a task in this transaction, like {@link #cancel(UUID, String)}: the cancellation takes
   * effect only if the transaction commits.
   *
   * @throws dev.baton.api.error.ConfigurationException if this node's store does not support
   *     signals or transactions
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
