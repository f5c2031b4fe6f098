package dev.baton.task.rule;

import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The tasks for which a new task waits before it may start. An id that no live or finished task has
 * counts as DONE, because only DONE tasks may be deleted when they end.
 *
 * @param done tasks that must end as DONE; if one of them ends otherwise, this task is cancelled
 * @param ended tasks that must have ended in any way; without the tasks that must end as DONE
 * @param inOrder whether the task is ordered, so that it also waits for the ordered task of its
 *     type and key before it, which the store finds
 * @param hintExpiry how long after this task's hint it is announced again if no node has claimed it
 * @param keep how long the finished row of this task is kept if the task is cancelled because of
 *     another task
 */
public record Waits(
    Set<UUID> done, Set<UUID> ended, boolean inOrder, Duration hintExpiry, Duration keep) {

  /** Largest number of tasks that one task may wait for. */
  public static final int MAX_TASKS = 50_000;

  public Waits {
    TreeSet<UUID> onlyEnded = new TreeSet<>(ended);
    onlyEnded.removeAll(done);
    done = Collections.unmodifiableSet(new TreeSet<>(done));
    ended = Collections.unmodifiableSet(onlyEnded);
    int named = done.size() + ended.size();
    if ((named == 0 && !inOrder) || named > MAX_TASKS) {
      throw new IllegalArgumentException(
          "A task may wait for 1-"
              + MAX_TASKS
              + " others, not for "
              + named
              + ". Split them into groups, add one task that waits for each group, and wait for the"
              + " added tasks");
    }
    if (keep.isNegative() || keep.isZero()) {
      throw new IllegalArgumentException("A cancelled task must be kept for a positive time");
    }
  }

  /** Creates waits for these tasks, without a turn. */
  public Waits(Set<UUID> done, Set<UUID> ended, Duration hintExpiry, Duration keep) {
    this(done, ended, false, hintExpiry, keep);
  }

  /** Returns the number of tasks to wait for. */
  public int size() {
    return done.size() + ended.size();
  }

  /** Returns whether this task is one of the tasks to wait for. */
  public boolean isFor(UUID id) {
    return done.contains(id) || ended.contains(id);
  }
}
