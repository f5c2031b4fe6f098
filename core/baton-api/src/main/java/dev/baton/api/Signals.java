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
   * Sends a signal to a task, for {@code AwaitsSignals#awaitSignal}: the task's handler is given
   * the value. In the thread's current transaction where there is one, else in one of its own. One
   * that comes before it is awaited is kept. Each call sends another signal: one that may have been
   * sent already ({@link CommitUnknownException}) is better sent in the transaction of a change
   * that tells.
   *
   * @param value at most {@code AwaitsSignals#MAX_SIGNAL_BYTES} in its stored form
   * @throws IllegalArgumentException when name or value can't be
   * @throws StoreUnavailableException when the database can't be reached or refuses
   * @throws dev.baton.api.error.ConfigurationException if this node was built without a {@code
   *     SignalStore} or {@code NoteStore}
   */
  <T> Delivery signal(UUID taskId, SignalType<T> signal, T value);

  /**
   * As {@link #signal(UUID, SignalType, Object)}, in this transaction: it counts if that commits.
   * Until it ends, every other write to the task waits, as for {@link #signal(Transaction, UUID,
   * SignalType, Object)}.
   */
  <T> Delivery signal(Transaction transaction, UUID taskId, SignalType<T> signal, T value);

  /** What became of a signal that was sent for a handler that awaits it. */
  enum Delivery {
    /** The task waited for it, and goes on. */
    AWAITED,
    /** It is kept until the task's handler awaits it. */
    KEPT,
    /** As many are kept for the task as may be, or as large ones; nothing was written. */
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
