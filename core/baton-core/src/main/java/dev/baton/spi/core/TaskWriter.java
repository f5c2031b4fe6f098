package dev.baton.spi.core;

import dev.baton.api.AddResult;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.UUID;

/** Writes tasks: adds them, and moves them from one place to the next. Thread-safe. */
public interface TaskWriter {

  /**
   * Inserts tasks, all that their keys allow. A task whose key is taken is not inserted, and its
   * answer names the task that has the key. Where this throws, some of them may be there: to send a
   * task with an id of its own again does no harm.
   *
   * @param tasks without anything they wait for, unless this is a store for {@linkplain
   *     dev.baton.spi.WaitStore waits}, too
   * @return answers in the order of the tasks
   */
  List<AddResult> insert(List<NewTask> tasks);

  /**
   * Applies each transition whose guard holds, in order of task ids. The guard is looked at and the
   * change is made in one step: no other change comes between.
   *
   * @return for each transition, in order, whether it was applied
   */
  List<Boolean> apply(List<Transition> transitions);

  /**
   * As {@link #apply(List)}, for those who write for many: a row that another transaction has
   * locked, a caller's for example, is left alone, so that no other row waits for it. Where tasks
   * that would be released have to be locked, too, it may wait a moment. Each transition counts on
   * its own. A store that locks nothing has nothing to add to this.
   *
   * @param transitions of tasks that a node holds or may claim: none whose guard says BLOCKED
   * @return for each transition, in order, what became of it
   */
  default List<Verdict> tryApply(List<Transition> transitions) {
    return apply(transitions).stream()
        .map(applied -> applied ? Verdict.APPLIED : Verdict.REFUSED)
        .toList();
  }

  /**
   * Stops a task whose row can't be read, as its {@link Task#fault} says: if it still has that
   * version, isn't BLOCKED or in ERROR, and isn't locked, it goes to ERROR under the next version,
   * whatever else its row says. Its numbers are brought within their bounds; the rest stays for a
   * person to correct.
   *
   * @param version what the row holds: see {@link dev.baton.task.internal.RowFault#version}
   * @param error for the task's history
   * @return whether it was stopped
   */
  boolean stop(UUID id, long version, String error);

  /** What became of a transition that was not to wait for locks. */
  enum Verdict {
    /** Its guard held, and it is written. */
    APPLIED,
    /** Its guard doesn't hold: nothing was written, and never will be. */
    REFUSED,
    /**
     * Its guard holds as far as anything is committed, but another transaction has the row locked,
     * or one that would change with it: nothing was written. Ask again soon.
     */
    BUSY
  }
}
