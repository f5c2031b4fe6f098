package dev.baton.spi.core;

import dev.baton.api.AddResult;
import dev.baton.task.row.Task;
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
   * Applies each transition whose guard matches, like {@link #apply(List)}, but skips a row that
   * another transaction has locked, so that it doesn't delay the other rows of a large batch. The
   * method may wait briefly for locks of tasks that a transition would release. Each transition is
   * applied independently. A store without locks can keep this default.
   *
   * @param transitions transitions of tasks that a node runs or may claim; no guard has the status
   *     BLOCKED
   * @return for each transition, in order, its result
   */
  default List<Verdict> tryApply(List<Transition> transitions) {
    return apply(transitions).stream()
        .map(applied -> applied ? Verdict.APPLIED : Verdict.STALE)
        .toList();
  }

  /**
   * Stops a task whose row can't be read; its {@link Task#fault} says why. The row must still have
   * {@code version}, must not be BLOCKED or in ERROR, and must not be locked. The task then moves
   * to ERROR with the next version, even if the rest of the row is invalid. The store corrects the
   * row's numbers to valid values; an operator has to correct the rest.
   *
   * @param version the version in the row: see {@link dev.baton.task.row.RowFault#version}
   * @param error the error for the task's history
   * @return whether the task was stopped
   */
  boolean stop(UUID id, long version, String error);

  /** Results of a transition that doesn't wait for locks. */
  enum Verdict {
    /** The guard matched, and the transition was written. */
    APPLIED,
    /**
     * The guard doesn't match, because the task has changed or ended. Nothing was written, and a
     * retry can't succeed.
     */
    STALE,
    /**
     * The guard matches the committed row, but another transaction has locked the row or another
     * row that would change with it. Nothing was written. Try again soon.
     */
    BUSY
  }
}
