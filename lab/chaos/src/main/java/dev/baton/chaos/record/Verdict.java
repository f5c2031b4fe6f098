package dev.baton.chaos.record;

import java.util.List;
import java.util.Map;

/**
 * The findings of the checker.
 *
 * @param tasks committed tasks
 * @param rolledBack adds that were rolled back
 * @param unknown adds whose response was lost or whose adder died, and of these how many were kept
 * @param errors tasks that are in ERROR, as they may be
 * @param kinds committed tasks by their kind
 * @param mostUnlimited the largest number of tasks without a limit that one node ran at once
 * @param broken each broken guarantee by its kind, with its add
 */
public record Verdict(
    int tasks,
    int rolledBack,
    int unknown,
    int unknownKept,
    int errors,
    Map<TaskKind, Integer> kinds,
    int mostUnlimited,
    Map<Promise, List<String>> broken) {

  /** A guarantee that may be broken. */
  public enum Promise {
    /** A committed task has had no effect. */
    LOST,
    /**
     * A task had more effects than allowed. Exactly-once and at-most-once tasks may have one
     * effect. Other tasks may have one more effect than lost or failed attempts.
     */
    DOUBLED,
    /** A task ran before the task that it waits for was DONE. */
    EARLY,
    /** A task ran although a task of its key that was committed before it hadn't ended. */
    ORDER,
    /** A rolled-back task exists or had an effect. */
    PHANTOM,
    /** A task isn't in a final status at the end. */
    NOT_FINAL,
    /** More tasks ran at once than a limit allows. */
    LIMIT,
    /** A handler started on a node whose bucket was stopped. */
    STOPPED,
    /** The reported result of an operator's action is wrong, or an undone action took effect. */
    OPERATOR,
    /** The database lost an acknowledged commit, or kept what was rolled back. */
    COMMIT
  }

  public int count(Promise promise) {
    return broken.getOrDefault(promise, List.of()).size();
  }

  public boolean isSound() {
    return broken.isEmpty();
  }
}
