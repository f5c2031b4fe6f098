package dev.baton.operate;

import dev.baton.api.Transaction;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.operate.override.Overrides;
import java.util.Optional;
import java.util.UUID;

/**
 * What operators and the application can read and change of tasks that they don't run. Each change
 * is noted in the audit in its own transaction: there is no change without its entry, and no entry
 * without its change. Thread-safe.
 *
 * <pre>{@code
 * Operations operations = baton.operations().as("ann", "the bank is open again");
 * for (TaskInfo task : operations.search(TaskFilter.all().type(PAY).status(Status.ERROR))) {
 *   ChangeResult result = operations.task(task.id()).ifUnchangedSince(task.version()).retry();
 * }
 * }</pre>
 *
 * <p>Every method that reads or changes asks the database and may throw {@link
 * StoreUnavailableException}; whether a change was made is then not known. If the node was built
 * without a store for operations, everything but finding single tasks and moving them throws {@link
 * ConfigurationException}, and moves aren't noted.
 */
public interface Operations {

  /**
   * Returns operations that act for this person or system. The audit records the actor of each
   * change; without this call it records {@code application}.
   *
   * @param actor 1–200 characters
   */
  Operations as(String actor);

  /**
   * As {@link #as(String)}, with the reason for all that is changed.
   *
   * @param reason at most 2,000 characters
   */
  Operations as(String actor, String reason);

  /** Reads one task: a live one, or a finished one while it is kept. */
  Optional<TaskInfo> find(UUID id);

  /**
   * The tasks that a filter finds. Where no index leads to what the filter says, a search looks
   * through a part of the tasks: its page is short, or empty, and its next says where to continue;
   * an iteration does so by itself.
   *
   * @see TaskFilter TaskFilter, for what is quick
   */
  Listing<TaskInfo> search(TaskFilter filter);

  /** Reads what happened to one task, and changes it. */
  TaskControl task(UUID id);

  /** Does the same with every task that the filter finds. */
  BulkControl bulk(TaskFilter filter);

  /**
   * The latest tasks with errors, to be grouped by their causes. Those that are retried are known
   * if the node has a store for statistics, and at most three seconds late.
   */
  ErrorSample errors();

  /** What was changed by hand, latest first. Entries are kept for 400 days. */
  Listing<AuditEntry> audit(AuditFilter filter);

  /** Writes an entry of the audit, in the name of this actor. */
  void note(OperatorNote note);

  /** As {@link #note(OperatorNote)}; written if this transaction commits. */
  void note(Transaction transaction, OperatorNote note);

  /** Limits, rates and retries as they are set at run time; in the same actor's name. */
  Overrides overrides();
}
