package dev.baton.spi;

import dev.baton.api.Transaction;
import dev.baton.spi.RunAgainStore.RunAgainRefusal;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Rerun;
import dev.baton.task.rule.Revision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Capability of a {@link TaskStore}: callers can submit a task that already exists. Every method
 * belongs to the caller's transaction. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface ResubmissionStore {

  /**
   * Returns whether a task is live, finished or missing. Locks nothing.
   *
   * @param committed true to read the latest committed data, which the transaction's snapshot may
   *     not contain; false to read what the transaction itself sees, including its own changes
   */
  Standing standing(Transaction transaction, UUID id, boolean committed);

  /**
   * Returns the given ids that belong to a live or a kept finished task in the view of the
   * transaction. Locks nothing.
   */
  Set<UUID> present(Transaction transaction, List<UUID> ids);

  /**
   * Changes a task that hasn't started, if it still matches the guard of the revision. Waits if an
   * open transaction is changing the task.
   *
   * @return whether the task was changed; false is not an error, and the transaction stays usable
   */
  boolean revise(Transaction transaction, Revision revision);

  /**
   * Makes a finished task live again, and reserves its unique keys again.
   *
   * @return the reason of a refusal, or empty on success; the transaction stays usable in both
   *     cases
   */
  Optional<RunAgainRefusal> runAgain(Transaction transaction, Rerun rerun);

  /** The existence of a task: live, finished or missing. */
  sealed interface Standing {
    /**
     * The task is live.
     *
     * @param now the time of the store's clock
     */
    record Live(Task task, Instant now) implements Standing {}

    /** The task has finished and is kept. */
    record Finished(FinishedTask task) implements Standing {}

    /** The task was not found. */
    record Gone() implements Standing {}
  }
}
