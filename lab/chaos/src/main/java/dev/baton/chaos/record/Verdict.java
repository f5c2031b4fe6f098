package dev.baton.chaos.record;

import java.util.List;
import java.util.Map;

/**
 * What the checker found.
 *
 * @param tasks committed tasks
 * @param rolledBack adds that were rolled back
 * @param unknown adds whose answer was lost or whose adder died, and of these how many were kept
 * @param errors tasks that wait for a person, as they may
 * @param kinds committed tasks by their kind
 * @param mostUnlimited the most tasks without a limit that one node ran at once
 * @param broken each broken promise by its kind, with the add it was broken to
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

  /** What may be broken. */
  public enum Promise {
    /** A committed task has had no effect. */
    LOST,
    /**
     * A task had more effects than it may: more than one where it is exactly or at most once, and
     * elsewhere more than there were attempts that were lost or failed, and one.
     */
    DOUBLED,
    /** A task ran before the one that it waits for was done. */
    EARLY,
    /** A task ran though one of its key that was committed before it hadn't ended. */
    ORDER,
    /** A rolled-back task is there or had an effect. */
    PHANTOM,
    /** A task isn't where it should be in the end. */
    NOT_FINAL,
    /** More ran at once than a limit allows. */
    LIMIT,
    /** A handler started on a node whose bucket was stopped. */
    STOPPED,
    /** What an operator was told that he did isn't so, or what he undid is. */
    OPERATOR,
    /** The database forgot what it had said it committed, or kept what was rolled back. */
    COMMIT
  }

  public int count(Promise promise) {
    return broken.getOrDefault(promise, List.of()).size();
  }

  public boolean isSound() {
    return broken.isEmpty();
  }
}
