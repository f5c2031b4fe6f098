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

/** What became of transitions that wait for nobody: one for each task. Used by one thread. */
final class ApplyResults {
  private final Set<UUID> applied;
  private final Set<UUID> fitting = new HashSet<>();
  private final List<Transition> awaited = new ArrayList<>();
  private final List<Transition> keyed = new ArrayList<>();

  ApplyResults(Set<UUID> applied) {
    this.applied = new HashSet<>(applied);
  }

  /** Those that wait for others have an order of locking of their own. */
  static void requireNotBlocked(Transition transition) {
    if (transition.guard().status() == Status.BLOCKED) {
      throw new IllegalArgumentException(
          "Task "
              + transition.id()
              + " is BLOCKED, so no node holds it: write this transition with apply");
    }
  }

  /** Those that weren't written. */
  List<Transition> left(List<Transition> all) {
    return all.stream().filter(transition -> !applied.contains(transition.id())).toList();
  }

  /** Tells apart what was left, by the rows as they are committed now. */
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

  /** Ends of tasks that others wait for, which may be free: they were left for that alone. */
  List<Transition> awaited() {
    return awaited;
  }

  /** Ends of tasks with keys: adds may have locked the keys, and the tasks may be free. */
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
