package dev.baton.api;

import dev.baton.api.error.CommitRefusedException;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.error.StoreBusyException;
import dev.baton.api.error.StoreUnavailableException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Adds tasks. Thread-safe.
 *
 * <p>A task added in a transaction runs if and only if that transaction commits. A method without a
 * transaction parameter uses the thread's current transaction if the node is connected to a
 * transaction manager, as with Spring, Quarkus or JTA. Otherwise the add commits in its own
 * transaction, or throws an {@link IllegalStateException} if the node was built with {@code
 * requireTransaction}.
 *
 * <p>After a {@link RequestRefusedException} or {@link PayloadException}, nothing was written.
 * After another exception of an add in your transaction, roll the transaction back.
 */
public interface TaskAdder {

  /**
   * Adds one task.
   *
   * @throws RequestRefusedException if Baton or the database refuses the request, for example
   *     because its id belongs to a task of another type: nothing was written, and trying again
   *     does not help
   * @throws PayloadException if the payload can't be encoded: nothing was written
   * @throws ConfigurationException if this node's store does not support what the request needs
   * @throws StoreBusyException if another transaction prevented the write: run the transaction
   *     again
   * @throws StoreUnavailableException if the database can't be reached: try again later. In a
   *     transaction nothing was added. A store without transactions may have added the task, so
   *     give the request a {@link Unique} identity before you add it again
   * @throws CommitRefusedException if the add had its own transaction and the database refused to
   *     commit it: nothing was written
   * @throws CommitUnknownException if the add had its own transaction, and the response to the
   *     commit was lost: the task may have been added
   * @throws IllegalStateException if the node requires a transaction and the thread has none
   */
  default AddResult add(TaskRequest<?, ?> request) {
    return addAll(List.of(request)).get(0);
  }

  /**
   * Adds one task in this transaction.
   *
   * @throws RequestRefusedException if Baton or the database refuses the request
   * @throws PayloadException if the payload can't be encoded
   * @throws ConfigurationException if this node's store does not support transactions, or something
   *     else that the request needs
   * @throws StoreBusyException if another transaction prevented the write: roll back, and run the
   *     transaction again
   * @throws StoreUnavailableException if the database can't be reached: roll back, and try again
   *     later
   * @throws IllegalStateException if the transaction belongs to another database than the node's
   */
  default AddResult add(Transaction transaction, TaskRequest<?, ?> request) {
    return addAll(transaction, List.of(request)).get(0);
  }

  /**
   * Adds many tasks with few statements and returns the results in the order of the requests. All
   * tasks are added in one transaction: either all or none. A store without transactions may add
   * some of them before it fails. If two requests have the same identity, the second one finds the
   * task of the first. Throws the same exceptions as {@link #add(TaskRequest)}.
   *
   * @param requests may be empty
   */
  List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests);

  /**
   * Adds many tasks in this transaction, like {@link #addAll(Collection)}. Throws the same
   * exceptions as {@link #add(Transaction, TaskRequest)}.
   */
  List<AddResult> addAll(Transaction transaction, Collection<? extends TaskRequest<?, ?>> requests);

  /**
   * Adds a batch: its tasks, and the tasks that start after them, all in one transaction. Throws
   * the same exceptions as {@link #add(TaskRequest)}.
   *
   * @throws ConfigurationException if the store does not support transactions or waits
   */
  Batch.Added addBatch(Batch batch);

  /**
   * Adds a batch in this transaction, like {@link #addBatch(Batch)}. Throws the same exceptions as
   * {@link #add(Transaction, TaskRequest)}.
   */
  default Batch.Added addBatch(Transaction transaction, Batch batch) {
    List<AddResult> tasks = addAll(transaction, batch.tasks());
    List<UUID> ids = tasks.stream().map(AddResult::taskId).toList();
    return new Batch.Added(tasks, addAll(transaction, batch.following(ids)));
  }
}
