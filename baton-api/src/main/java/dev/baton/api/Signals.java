package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.signal.Signal;
import dev.baton.api.signal.SignalResult;
import dev.baton.api.state.StateMachine;
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
   * Gives news to a task ({@link StateMachine#signal} makes them for a state machine's), in the
   * thread's current transaction where there is one, else in one of its own.
   *
   * @throws StoreUnavailableException when the database can't be reached or refuses; a {@link
   *     CommitUnknownException} means that the news may have arrived. Either way it may be sent
   *     again: the reaction then sees whether it did
   * @throws IllegalStateException when this node was built without a {@code SignalStore}
   */
  SignalResult signal(UUID taskId, Signal signal);

  /**
   * Gives news to a task in this transaction: they count if it commits. From here to its end nobody
   * else can write the task, and those who want to wait, its holder's renewals included; so end it
   * soon, well within the lease.
   */
  SignalResult signal(Transaction transaction, UUID taskId, Signal signal);

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
   * @throws IllegalStateException when this node was built without a {@code SignalStore}
   */
  Cancellation cancel(UUID taskId, String reason);

  /**
   * Calls a task off in this transaction: it counts if that commits. From here to its end nobody
   * else can write the task, as for {@link #signal(Transaction, UUID, Signal)}.
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
