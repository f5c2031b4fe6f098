package dev.baton.spi;

import dev.baton.task.Candidate;
import dev.baton.task.Prerequisite;
import dev.baton.task.rule.WaitState;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A capability of a store of tasks: tasks that wait for others. Thread-safe.
 *
 * <p>A store that has it notes with each inserted task what it waits for. What ends a task counts
 * its waiters down in the same step, and moves those that wait no more, as {@link
 * dev.baton.task.rule.WaitRules} says; and so on for the waiters of those that are cancelled
 * thereby. A store whose writes don't span two tasks may do that a while later, in {@link
 * dev.baton.spi.core.TaskSweeps#due}. What another's move means for a task that waits, those rules
 * say too: a {@linkplain dev.baton.task.Rule#UNBLOCK released} one may go on waiting, or be
 * cancelled, instead of going where the transition leads; that counts as applied.
 *
 * <p>A task whose {@link dev.baton.task.rule.Waits#inOrder} is true waits for its turn, too: for
 * the task of its type and key that was inserted so, and committed, last before it. Those who
 * insert into one order wait for each other until they commit. Where all before it have ended, it
 * is inserted ready.
 */
public interface WaitStore {

  /** No task waits for another. */
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
   * What this live task waited or waits for, by id, and how each has ended; empty when it was added
   * to wait for nothing, or is run again after it had finished.
   */
  List<Prerequisite> waitedFor(UUID id);

  /**
   * How this live task stands to what it was added to wait for; OVER where it waits for nothing.
   */
  WaitState waiting(UUID id);

  /**
   * Whether tasks may wait for their turn, too. A store that says no is never given a task whose
   * {@link dev.baton.task.rule.Waits#inOrder} is true.
   */
  default boolean keepsOrder() {
    return true;
  }

  /**
   * Tells this listener too, from now on, of tasks that this store's verbs have made ready by
   * ending what they waited for. A hint, given after the commit on the thread that made it; may be
   * left out.
   */
  default void onReleased(Consumer<List<Candidate>> listener) {}
}
