package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.signal.Signal;
import dev.baton.api.signal.SignalResult;
import dev.baton.api.state.StateMachine;
import java.util.UUID;

/**
 * Takes news for tasks that others may hold: a callback that arrived at this node, an answer of a
 * person. Works on every node, also on one that runs nothing. Safe for use by many threads.
 *
 * <p>A signal locks the task's row, asks what the news make of the task as it stands, and writes
 * that in the same transaction. Who holds the task is ejected: what it writes later does nothing
 * but one warning. A handler that runs is told, on this node at once, elsewhere by the next
 * renewal. So news and the task's own polling may race in any order: who is second sees what the
 * first has made of it.
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
}
