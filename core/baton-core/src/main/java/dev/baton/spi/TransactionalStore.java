package dev.baton.spi;

import dev.baton.api.AddResult;
import dev.baton.api.Transaction;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import java.util.List;

/**
 * A capability of a store of tasks: what it writes in a transaction that a caller or a handler
 * began, together with their own changes, savepoints included. Without it, tasks are added by
 * themselves, and there are no transactional handlers. Thread-safe.
 *
 * <p>Every verb may throw {@link dev.baton.api.error.StoreUnavailableException}; the transaction
 * can then only be rolled back.
 */
public interface TransactionalStore {

  /**
   * Fails, with words that help, where these transactions can't write the end of a task whose lease
   * was renewed since they began. Asked before a node starts that has transactional handlers.
   *
   * @throws dev.baton.api.error.ConfigurationException with what to do
   */
  default void checkHandlersIn(Transactions transactions) {}

  /**
   * Fails if the transaction is one of a former primary, on which no handler may begin. Called
   * right before a handler that gets this transaction.
   *
   * @throws dev.baton.api.error.StoreUnavailableException with words
   */
  default void requirePrimary(Transaction transaction) {}

  /**
   * Inserts tasks in the caller's transaction, all that their keys allow. A task whose key is taken
   * is not inserted, and its answer names the task that has the key; the transaction stays sound.
   * An add that meets a key of a transaction still open waits for its end.
   *
   * <p>A task that {@linkplain NewTask#waits() waits for others} is noted with them. Those that are
   * live stay locked until the transaction ends, in the order of their ids, so that their own end
   * can't miss it; those that have ended count at once, by their finished row.
   *
   * @return answers in the order of the tasks
   * @throws dev.baton.api.error.RequestRefusedException when one is to wait, and a task that had
   *     its id ended before its turn in an order, which is still to come
   */
  List<AddResult> insert(Transaction transaction, List<NewTask> tasks);

  /**
   * Applies one transition, as {@link dev.baton.spi.core.TaskWriter#apply} does, in the given
   * transaction, whose end decides whether it counts.
   */
  boolean apply(Transaction transaction, Transition transition);

  /**
   * As {@link dev.baton.spi.core.TaskWriter#tryApply}, in the given transaction, whose end decides
   * whether it counts. When the row is busy nothing was written, and the transaction is sound.
   */
  Verdict tryApply(Transaction transaction, Transition transition);

  /**
   * Does the work in the given transaction, waiting a moment at most for each row or key that
   * another transaction has locked.
   *
   * @return whether it was done; if not, something stayed locked, and the transaction is of no use
   *     but to be rolled back
   */
  boolean briefly(Transaction transaction, Runnable work);
}
