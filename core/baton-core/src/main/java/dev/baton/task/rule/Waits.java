package dev.baton.task.rule;

import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What a new task waits for before it may start. A task that has ended without leaving a trace, and
 * one that nobody knows, count as DONE: only DONE may leave no trace.
 *
 * @param done tasks that must end DONE; if one ends otherwise, this task is cancelled in its turn
 * @param ended tasks that must have ended, however; those that must end DONE aren't named again
 * @param inOrder whether it waits, besides, for its turn in the order of its type and key; its
 *     store knows which task is the one before it
 * @param hintExpiry when this task has become ready, how long until the hint is presumed lost
 * @param keep how long its finished row is kept if it is cancelled for what it waits for
 */
public record Waits(
    Set<UUID> done, Set<UUID> ended, boolean inOrder, Duration hintExpiry, Duration keep) {

  /** How many tasks one task may wait for. */
  public static final int MAX_TASKS = 50_000;

  public Waits {
    TreeSet<UUID> however = new TreeSet<>(ended);
    however.removeAll(done);
    done = Collections.unmodifiableSet(new TreeSet<>(done));
    ended = Collections.unmodifiableSet(however);
    int named = done.size() + ended.size();
    if ((named == 0 && !inOrder) || named > MAX_TASKS) {
      throw new IllegalArgumentException(
          "A task may wait for 1-"
              + MAX_TASKS
              + " others, not for "
              + named
              + ". Let groups of them have a continuation each, and wait for those");
    }
    if (keep.isNegative() || keep.isZero()) {
      throw new IllegalArgumentException("A cancelled task always leaves its finished row");
    }
  }

  /** For these tasks, and for no turn. */
  public Waits(Set<UUID> done, Set<UUID> ended, Duration hintExpiry, Duration keep) {
    this(done, ended, false, hintExpiry, keep);
  }

  /** How many tasks it names. */
  public int size() {
    return done.size() + ended.size();
  }

  /** Whether it waits for this task. */
  public boolean isFor(UUID id) {
    return done.contains(id) || ended.contains(id);
  }
}
