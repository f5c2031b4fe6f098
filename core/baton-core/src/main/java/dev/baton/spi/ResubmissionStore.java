package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.internal.FinishedTask;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a {@link TaskStore} can do besides for those who submit a task that is there already. Every
 * verb belongs to the caller's transaction. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface ResubmissionStore {

  /**
   * Where a task stands; locks nothing.
   *
   * @param committed also what others committed after the transaction's snapshot was taken; false
   *     for what the transaction itself sees, its own changes included
   */
  Standing standing(Transaction transaction, UUID id, boolean committed);

  /** Returns those of the ids that the transaction sees a live or kept task of; locks nothing. */
  Set<UUID> present(Transaction transaction, List<UUID> ids);

  /**
   * Changes a task that hasn't begun, if it is still as its author saw it. Waits for the end of
   * another transaction that changes it.
   *
   * @return whether it was; false is no error, and the transaction stays sound
   */
  boolean revise(Transaction transaction, Revision revision);

  /**
   * Makes a finished task live again; it takes its keys anew.
   *
   * @return why not, or empty when it was done; the transaction stays sound in both cases
   */
  Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun);

  /** Where a task stands. */
  sealed interface Standing {
    /**
     * It is there.
     *
     * @param now what the store's clock showed
     */
    record Live(Task task, Instant now) implements Standing {}

    /** It has finished and is kept. */
    record Finished(FinishedTask task) implements Standing {}

    /** It isn't there, as far as was looked. */
    record Gone() implements Standing {}
  }
}
