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
 * The results of a batch of transitions, one for each task. The tasks wait for no other task. Only
 * one thread uses it.
 */
final class ApplyResults {
  private final Set<UUID> applied;
  private final Set<UUID> fitting = new HashSet<>();
  private final List<Transition> awaited = new ArrayList<>();
  private final List<Transition> keyed = new ArrayList<>();

  ApplyResults(Set<UUID> applied) {
    this.applied = new HashSet<>(applied);
  }

  /** Throws if the task waits for others, because such tasks need another order of locks. */
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

  /**
   * Finds out for the other transitions why they weren't written, from the rows as they are
   * committed now.
   */
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
   * Returns the ends of tasks that other tasks wait for. This was the only reason not to write
   * them: their rows may be unlocked.
   */
  List<Transition> awaited() {
    return awaited;
  }

  /**
   * Returns the ends of tasks that have keys. An add may have locked their keys, while the tasks
   * themselves are unlocked.
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
    return fitting.contains(transition.id()) ? Verdict.BUSY : Verdict.STALE;
  }
}
