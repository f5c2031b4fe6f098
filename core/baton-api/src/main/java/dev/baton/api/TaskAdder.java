package dev.baton.api;

import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Adds tasks. Thread-safe.
 *
 * <p>A task added in a transaction runs if and only if that transaction commits. A method without a
 * transaction parameter uses the thread's current transaction, if the node knows it: for example,
 * with Spring it does. Otherwise the add commits in its own transaction.
 */
public interface TaskAdder {

  /**
   * Adds one task.
   *
   * @throws RequestRefusedException if Baton or the database refuses the request: nothing was
   *     written, and trying again does not help
   * @throws ConfigurationException if this node's store does not support what the request needs
   * @throws StoreUnavailableException if the database can't be reached: try again later
   * @throws CommitUnknownException if an add outside a transaction may have been written
   */
  default AddResult add(TaskRequest<?, ?> request) {
    return addAll(List.of(request)).get(0);
  }

  /** Adds one task in this transaction. */
  default AddResult add(Transaction transaction, TaskRequest<?, ?> request) {
    return addAll(transaction, List.of(request)).get(0);
  }

  /** Adds many tasks with few statements and returns the results in the order of the requests. */
  List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests);

  /** Adds many tasks in this transaction. */
  List<AddResult> addAll(Transaction transaction, Collection<? extends TaskRequest<?, ?>> requests);

  /** Adds a batch: its tasks, and the tasks that start after them, all in one transaction. */
  Batch.Added addBatch(Batch batch);

  /** Adds a batch in this transaction. See {@link #addBatch(Batch)}. */
  default Batch.Added addBatch(Transaction transaction, Batch batch) {
    List<AddResult> tasks = addAll(transaction, batch.tasks());
    List<UUID> ids = tasks.stream().map(AddResult::taskId).toList();
    return new Batch.Added(tasks, addAll(transaction, batch.following(ids)));
  }
}
