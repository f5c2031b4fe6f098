package dev.baton.operate;

import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.override.Overrides;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Reads and changes tasks for operators and applications, including tasks of other nodes. Each
 * change writes its audit entry in the same transaction, so neither exists without the other.
 * Thread-safe.
 *
 * <pre>{@code
 * Operations operations = baton.operations().by("ann", "the bank is open again");
 * for (TaskInfo task : operations.search(TaskFilter.all().type(PAY).status(Status.ERROR))) {
 *   ChangeResult result = operations.task(task.id()).ifUnchangedSince(task.version()).retry();
 * }
 * }</pre>
 *
 * <p>Every method that reads or changes calls the database and may throw {@link
 * StoreUnavailableException}; the change may then have been made or not. If the node was built
 * without a store for operations, all methods throw {@link ConfigurationException}, except those
 * that find single tasks or change their status. Such changes write no audit entry.
 */
public interface Operations {

  /**
   * Returns operations that act for this person or system. The audit records the actor of each
   * change; without this call it records the node by its name.
   *
   * @param actor 1–200 characters
   */
  default Operations by(String actor) {
    return by(actor, "");
  }

  /**
   * Returns operations that act for this actor and record this reason for each change. See {@link
   * #by(String)}.
   *
   * @param reason at most 2,000 characters; blank for none
   */
  Operations by(String actor, String reason);

  /** Reads one task: a live task, or a finished task whose row is kept. */
  Optional<TaskInfo> find(UUID id);

  /**
   * Returns the tasks that a filter finds. If no index matches the filter, a search reads only a
   * part of the tasks. Its page may then be short or empty, and {@link Page#next} says where to
   * continue; an iteration continues automatically.
   *
   * @see TaskFilter TaskFilter, for which searches are fast
   */
  Listing<TaskInfo> search(TaskFilter filter);

  /**
   * Returns which of these tasks are BLOCKED because they wait for other tasks. A BLOCKED task that
   * is not in the result is held, and you can {@linkplain TaskChanges#release release} it.
   */
  Set<UUID> waitingForOthers(Collection<UUID> tasks);

  /**
   * Returns ids of live and kept tasks that begin with this prefix: all of them, or as many as the
   * limit. Fast for any number of tasks.
   */
  List<UUID> ids(IdPrefix prefix, int limit);

  /** Returns a control that reads the history of one task and changes it. */
  TaskControl task(UUID id);

  /** Returns a control that applies one change to every task that the filter finds. */
  BulkControl bulk(TaskFilter filter);

  /**
   * Returns the latest tasks with errors, which can be grouped by cause. It includes tasks that are
   * retrying only if the node has a store for statistics, and these are up to three seconds old.
   */
  ErrorSample errors();

  /** Returns the manual changes, latest first. Entries are kept for 400 days. */
  Listing<AuditEntry> audit(AuditFilter filter);

  /** Writes an audit entry in the name of this actor. */
  void note(OperatorNote note);

  /**
   * Writes an audit entry as part of this transaction: it is kept only if the transaction commits.
   */
  void note(Transaction transaction, OperatorNote note);

  /**
   * Returns the limits, rates and retries that can be set at run time. Changes are recorded in the
   * name of the same actor.
   */
  Overrides overrides();
}
