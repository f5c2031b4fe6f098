package dev.baton.jdbc.task;

import dev.baton.jdbc.sql.LockedRow;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Status;
import dev.baton.task.rule.Change;
import dev.baton.task.rule.Transition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The results of transitions of tasks that wait for no other task, one for each task. Used by one
 * thread.
 */
final class ApplyResults {
  private final Set<UUID> applied;
  private final Set<UUID> fitting = new HashSet<>();
  private final List<Transition> awaited = new ArrayList<>();
  private final List<Transition> keyed = new ArrayList<>();

  ApplyResults(Set<UUID> applied) {
    this.applied = new HashSet<>(applied);
  }

  /**
   * Checks that the task doesn't wait for others, since those tasks need another order of locks.
   */
  static void requireNotBlocked(Transition transition) {
    if (transition.guard().status() == Status.BLOCKED) {
      throw new IllegalArgumentException(
          "Task "
              + transition.id()
              + " is BLOCKED, so no node runs it: write this transition with apply");
    }
  }

  /** Returns the transitions that weren't written. */
  List<Transition> left(List<Transition> all) {
    return all.stream().filter(transition -> !applied.contains(transition.id())).toList();
  }

  /** Classifies the transitions that weren't written, by the rows as committed now. */
  void judge(List<Transition> left, Map<UUID, LockedRow> rows) {
    for (Transition transition : left) {
      LockedRow row = rows.get(transition.id());
      if (row != null && row.fits(transition.guard())) {
        fitting.add(transition.id());
        if (transition.change() instanceof Change.Finish) {
          if (row.awaited()) {
            awaited.add(transition);
          } else if (row.keyed()) {
            keyed.add(transition);
          }
        }
      }
    }
  }

  /**
   * Returns the ends of tasks that others wait for. They weren't written for that reason alone;
   * their rows may be unlocked.
   */
  List<Transition> awaited() {
    return awaited;
  }

  /**
   * Returns the ends of tasks with keys. Adds may have locked the keys; the tasks may be unlocked.
   */
  List<Transition> keyed() {
    return keyed;
  }

  boolean wroteSome() {
    return !applied.isEmpty();
  }

  void applied(Set<UUID> more) {
    applied.addAll(more);
  }

  Verdict verdict(Transition transition) {
    if (applied.contains(transition.id())) {
      return Verdict.APPLIED;
    }
    return fitting.contains(transition.id()) ? Verdict.BUSY : Verdict.REFUSED;
  }
}
