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
 * <p>Every method that reads or changes tasks calls the database and may throw {@link
 * StoreUnavailableException}; a change may then have been made or not. If the node's store does not
 * support operations, all methods throw {@link ConfigurationException}, except those that find
 * single tasks or change their status; such changes then write no audit entry.
 */
public interface Operations {

  /**
   * Returns operations that act for a person or system. The audit entry of each change names {@code
   * actor}; without this call it names the node.
   *
   * @param actor 1–200 characters
   */
  default Operations by(String actor) {
    return by(actor, "");
  }

  /**
   * Returns operations that act for a person or system, like {@link #by(String)}. The audit entries
   * also contain {@code reason}.
   *
   * @param reason at most 2,000 characters; blank for none
   */
  Operations by(String actor, String reason);

  /** Returns a live task, or a finished task whose row is kept; empty if there is no such task. */
  Optional<TaskInfo> find(UUID id);

  /**
   * Returns the tasks that match the filter. If no index supports the filter, each search reads
   * only a part of the tasks. A page may then be short or empty although {@link Page#next} has a
   * cursor with which to continue; an iteration continues automatically.
   *
   * @see TaskFilter TaskFilter, for which searches are fast
   */
  Listing<TaskInfo> search(TaskFilter filter);

  /**
   * Returns the given tasks that are BLOCKED because they wait for other tasks. A BLOCKED task that
   * is not in the result is held, and you can {@linkplain TaskChanges#release release} it.
   */
  Set<UUID> waitingForOthers(Collection<UUID> tasks);

  /**
   * Returns the ids of live and kept tasks that begin with the prefix, at most {@code limit} of
   * them. Fast for any number of tasks.
   */
  List<UUID> ids(IdPrefix prefix, int limit);

  /** Returns a control that reads the history of one task and changes it. */
  TaskControl task(UUID id);

  /** Returns a control that applies a change to every task that matches the filter. */
  BulkControl bulk(TaskFilter filter);

  /**
   * Returns the latest tasks with errors, which can be grouped by cause. Tasks that are retrying
   * are included only if the node's store supports statistics, and may be three seconds old.
   */
  ErrorSample errors();

  /** Returns the audit entries of manual changes, latest first. Entries are kept for 400 days. */
  Listing<AuditEntry> audit(AuditFilter filter);

  /** Writes an audit entry in the name of this actor. */
  void note(OperatorNote note);

  /**
   * Writes an audit entry as part of this transaction: it is kept only if the transaction commits.
   */
  void note(Transaction transaction, OperatorNote note);

  /**
   * Returns the API to override limits, rates and retries at run time. The audit entries of such
   * changes name the same actor.
   */
  Overrides overrides();
}
