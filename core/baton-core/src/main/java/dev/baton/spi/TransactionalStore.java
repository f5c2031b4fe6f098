package dev.baton.spi;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import dev.baton.task.rule.Waits;
import java.util.List;
import java.util.UUID;

/**
 * Capability of a store of tasks: it writes in a transaction of a caller or a handler, so that
 * Baton's changes and those of the application commit together. The transaction may have
 * savepoints. Without this capability, each add commits separately, and there are no transactional
 * handlers. Thread-safe.
 *
 * <p>Every method may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalStore {

  /**
   * Throws if these transactions can't write the end of a task whose lease was renewed after they
   * began, for example because of their isolation level. Baton calls it before a node with
   * transactional handlers starts.
   *
   * @param slots how many transactional handlers may run at a time on the node
   * @throws dev.baton.api.error.ConfigurationException if the transactions aren't suitable; the
   *     message says what to do
   */
  default void checkHandlersIn(Transactions transactions, int slots) {}

  /**
   * Throws if the database server of the transaction is a former primary. No handler may start on
   * such a server. Baton calls it right before a handler that gets this transaction.
   *
   * @throws dev.baton.api.error.StoreUnavailableException if the server is a former primary
   */
  default void requirePrimary(Transaction transaction) {}

  /**
   * Inserts tasks in the caller's transaction. A task whose key is taken is not inserted; its
   * result names the task that has the key, and the transaction stays usable. If an open
   * transaction has added a task with the same key, the insert waits for the end of that
   * transaction.
   *
   * <p>For a task that {@linkplain NewTask#waits() waits for others}, the store also writes the
   * waits. It locks every live task for which the new task waits, in the order of their ids, until
   * the transaction ends. This guarantees that each of these tasks releases the new task when it
   * ends. For tasks that have already ended, the store reads from their finished rows how they
   * ended.
   *
   * @return results in the order of the tasks
   * @throws dev.baton.api.error.RequestRefusedException if a task has to wait and reuses the id of
   *     a task that ended before its turn in an order, and that turn has not come yet
   */
  List<AddResult> insert(Transaction transaction, List<NewTask> tasks);

  /**
   * Makes a live task wait for the end of these tasks, in a transaction that has moved the task to
   * BLOCKED. Locks the other tasks like {@link #insert}, and replaces earlier waits that are still
   * open. {@link WaitStore#waitedFor} then returns these tasks.
   *
   * @param waits names only tasks that must have ended in any way
   * @return false if all of them have ended; the caller then rolls the transaction back
   */
  boolean waitForEnds(Transaction transaction, UUID task, Waits waits);

  /**
   * Applies one transition in this transaction, like {@link dev.baton.spi.core.TaskWriter#apply}.
   * It takes effect only if the transaction commits.
   */
  boolean apply(Transaction transaction, Transition transition);

  /**
   * Applies one transition in this transaction, like {@link
   * dev.baton.spi.core.TaskWriter#tryApply}. It takes effect only if the transaction commits. If
   * the row is busy, nothing was written, and the transaction stays usable.
   */
  Verdict tryApply(Transaction transaction, Transition transition);

  /**
   * Runs the work in this transaction, but waits only briefly for each row or key that another
   * transaction has locked.
   *
   * @return whether the work was done; false if a row or key stayed locked, and the transaction can
   *     then only be rolled back
   */
  boolean briefly(Transaction transaction, Runnable work);
}
