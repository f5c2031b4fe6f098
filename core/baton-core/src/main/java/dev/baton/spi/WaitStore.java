package dev.baton.spi;

import dev.baton.task.Prerequisite;
import dev.baton.task.row.Candidate;
import dev.baton.task.rule.WaitState;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Capability of a store of tasks: tasks can wait for other tasks. Thread-safe.
 *
 * <p>When the store inserts a task, it also writes for which tasks the new task waits. In the step
 * that ends a task, the store also reduces the count of each task that waits for it: the waiters.
 * It moves the waiters that no longer wait, as {@link dev.baton.task.rule.WaitRules} defines. If
 * this cancels a waiter, the store does the same for the waiters of the cancelled task. A store
 * whose writes can't span two tasks may do this later, in {@link
 * dev.baton.spi.core.TaskSweeps#due}.
 *
 * <p>The same rules define the effect of other transitions of a waiting task. If a transition
 * {@linkplain dev.baton.task.Rule#UNBLOCK releases} the task, the rules may decide that it
 * continues to wait or is cancelled instead. The store then returns that the transition was
 * applied.
 *
 * <p>A task whose {@link dev.baton.task.rule.Waits#inOrder} is true also waits for its turn: for
 * the last committed ordered task of its type and key that was inserted before it. Transactions
 * that insert ordered tasks of the same type and key wait for each other's commit. If all earlier
 * tasks have ended, the new task is inserted as ready.
 */
public interface WaitStore {

  /** Returns a store in which no task waits for another. */
  static WaitStore none() {
    return new WaitStore() {
      @Override
      public List<Prerequisite> waitedFor(UUID id) {
        return List.of();
      }

      @Override
      public WaitState waiting(UUID id) {
        return WaitState.OVER;
      }
    };
  }

  /**
   * Returns the tasks for which this live task waited or waits, sorted by id, and how each of them
   * ended. This includes tasks of {@link TransactionalStore#waitForEnds}. Empty if there are none,
   * or if the task had finished and runs again.
   */
  List<Prerequisite> waitedFor(UUID id);

  /**
   * Returns the state of the wait of this live task for the tasks that its request named; OVER if
   * it waits for nothing.
   */
  WaitState waiting(UUID id);

  /**
   * Returns whether tasks can also wait for their turn. If not, the store never gets a task whose
   * {@link dev.baton.task.rule.Waits#inOrder} is true.
   */
  default boolean keepsOrder() {
    return true;
  }

  /**
   * Adds a listener for tasks that became ready because a method of this store ended the last task
   * for which they waited. The store calls the listener after the commit, on the committing thread.
   * The call is only a hint, and the store may omit it.
   */
  default void onReleased(Consumer<List<Candidate>> listener) {}
}
