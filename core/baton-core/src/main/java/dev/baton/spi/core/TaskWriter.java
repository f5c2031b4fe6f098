package dev.baton.spi.core;

import dev.baton.api.AddResult;
import dev.baton.task.internal.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.UUID;

/** Writes tasks: inserts them and applies transitions. Thread-safe. */
public interface TaskWriter {

  /**
   * Inserts tasks. A task whose key is taken is not inserted; its result names the task that has
   * the key. If this method throws, some of the tasks may have been inserted. You can safely insert
   * a task again if the caller chose its id.
   *
   * @param tasks tasks that wait for no others, unless the store also implements {@link
   *     dev.baton.spi.WaitStore}
   * @return results in the order of the tasks
   */
  List<AddResult> insert(List<NewTask> tasks);

  /**
   * Applies each transition whose guard matches, in the order of task ids. The store checks the
   * guard and makes the change in one atomic step.
   *
   * @return for each transition, in order, whether it was applied
   */
  List<Boolean> apply(List<Transition> transitions);

  /**
   * Works as {@link #apply(List)}, for batches of many tasks: it skips a row that another
   * transaction has locked, so that no other row of the batch waits for it. It may wait briefly if
   * it also has to lock tasks that the transition would release. Each transition is applied
   * independently. A store without locks can keep this default.
   *
   * @param transitions transitions of tasks that a node runs or may claim; no guard has the status
   *     BLOCKED
   * @return for each transition, in order, its result
   */
  default List<Verdict> tryApply(List<Transition> transitions) {
    return apply(transitions).stream()
        .map(applied -> applied ? Verdict.APPLIED : Verdict.REFUSED)
        .toList();
  }

  /**
   * Stops a task whose row can't be read, as its {@link Task#fault} says. If the row still has that
   * version, isn't BLOCKED or in ERROR, and isn't locked, the task moves to ERROR with the next
   * version, whatever else the row contains. Its numbers are corrected to valid values; an operator
   * has to correct the rest.
   *
   * @param version the version in the row: see {@link dev.baton.task.internal.RowFault#version}
   * @param error the error for the task's history
   * @return whether it was stopped
   */
  boolean stop(UUID id, long version, String error);

  /** Results of a transition that doesn't wait for locks. */
  enum Verdict {
    /** The guard matched, and the transition was written. */
    APPLIED,
    /** The guard doesn't match. Nothing was written, and a retry can't succeed. */
    REFUSED,
    /**
     * The guard matches the committed row, but another transaction has locked the row or another
     * row that would change with it. Nothing was written. Try again soon.
     */
    BUSY
  }
}
