package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.UUID;

/**
 * Applies signals to tasks, also to tasks that another node holds (a callback that arrived at this
 * node, an answer of a person), and cancels tasks. Works on every node, also on one that runs
 * nothing. Safe for use by many threads.
 *
 * <p>A signal locks the task's row, asks what the news make of the task as it stands, and writes
 * that in the same transaction. Who holds the task is ejected: what it writes later does nothing
 * but one warning. A handler that runs is told after the commit: at once where it runs on this node
 * and the signal had a transaction of its own, otherwise by the next renewal. So news and the
 * task's own polling may race in any order: who is second sees what the first has made of it.
 */
public interface Signals {

  /**
   * Sends a signal to a task: {@code AwaitsSignals#awaitSignal} returns its value to the handler.
   * If the handler doesn't wait yet, the signal is kept. It is written in the current transaction
   * of the thread, or in a transaction of its own if there is none.
   *
   * <p>Each call sends another signal. After a {@link CommitUnknownException} the signal may have
   * been sent or not. To know, send it in a transaction that also writes a row of yours.
   *
   * @param value at most {@code AwaitsSignals#MAX_SIGNAL_BYTES} in its stored form
   * @throws IllegalArgumentException when name or value can't be
   * @throws StoreUnavailableException when the database can't be reached or refuses
   * @throws dev.baton.api.error.ConfigurationException if this node was built without a {@code
   *     SignalStore} or {@code NoteStore}
   */
  <T> Delivery signal(UUID taskId, SignalType<T> signal, T value);

  /**
   * Does the same as {@link #signal(UUID, SignalType, Object)}, but in this transaction: the signal
   * counts only if it commits. Until it ends, every other write to the task waits.
   */
  <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value);

  /** The result of sending a signal. */
  enum Delivery {
    /** The task waited for the signal, and continues. */
    AWAITED,
    /** The signal is kept until the task's handler awaits it. */
    KEPT,
    /** The task has the most signals that are kept, by number or by size; nothing was written. */
    TOO_MANY,
    /** The task had ended before; nothing was written. */
    ALREADY_FINISHED,
    /** There is no such task, or it ended and nothing of it is kept; nothing was written. */
    NOT_FOUND
  }

  /**
   * Calls a task off, whatever its version: one that waits, is ready, held, in ERROR, or runs; also
   * one that repeats, and the run of a schedule, whose next tick comes all the same. It ends
   * CANCELLED with this reason. In the thread's current transaction where there is one, else in one
   * of its own.
   *
   * <p>A handler that runs is told and interrupted after the commit: at once where it runs on this
   * node and the cancellation had a transaction of its own, otherwise by the next renewal of its
   * lease. What it writes through Baton from the commit on does nothing; what it did elsewhere
   * stays done.
   *
   * @throws StoreUnavailableException when the database can't be reached or refuses; a {@link
   *     CommitUnknownException} means that it may have been cancelled. Either way it may be asked
   *     again
   * @throws dev.baton.api.error.ConfigurationException if this node was built without a {@code
   *     SignalStore}
   */
  Cancellation cancel(UUID taskId, String reason);

  /**
   * Calls a task off in this transaction: it counts if that commits. Until it ends, every other
   * write to the task waits, as for {@link #signal(Transaction, UUID, SignalType, Object)}.
   */
  Cancellation cancel(Transaction transaction, UUID taskId, String reason);

  /** What a cancellation did. */
  enum Cancellation {
    /** It hadn't started, or waited, and won't run any more. */
    CANCELLED,
    /** It was running: its handler is told. */
    CANCELLED_RUNNING,
    /** It had ended before; nothing was written. */
    ALREADY_FINISHED,
    /**
     * There is no such task, or it ended and nothing of it is kept, or this transaction, which
     * hasn't committed yet, has ended it; nothing was written.
     */
    NOT_FOUND
  }
}
