package dev.baton.tck.simulation;

import dev.baton.task.Bytes;
import dev.baton.task.row.Task;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/** Checks that a kept step returns the same value to each attempt until its task has ended. */
final class StepCheck implements RowCheck {
  private final Violations violations;
  private final History history;
  private final Map<UUID, Map<String, Bytes>> kept = new TreeMap<>();
  private final Map<UUID, Set<Bytes>> dropped = new TreeMap<>();
  private int values;

  StepCheck(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  /** Returns a value that no other step has. */
  Bytes value() {
    return Bytes.of("value " + ++values);
  }

  /** Notes that an attempt got this value for its step. */
  void given(UUID task, long fencingToken, String step, Bytes value) {
    Task row = history.rows().getOrDefault(task, History.Row.GONE).live();
    if (row == null || row.position().version() != fencingToken) {
      return;
    }
    if (dropped.getOrDefault(task, Set.of()).contains(value)) {
      violations.report(
          "the step " + step + " of " + task + " has its old value after it ran again");
    }
    Bytes before = kept.computeIfAbsent(task, id -> new TreeMap<>()).putIfAbsent(step, value);
    if (before != null && !before.equals(value)) {
      violations.report("the step " + step + " of " + task + " was made twice");
    }
  }

  /** Returns whether a valid attempt got the value of this step. */
  boolean isKept(UUID task, long fencingToken, String step) {
    Task row = history.rows().getOrDefault(task, History.Row.GONE).live();
    return row != null
        && row.position().version() == fencingToken
        && kept.getOrDefault(task, Map.of()).containsKey(step);
  }

  @Override
  public void changed(RowChange change) {
    if (change.isEnd() && !WorkCheck.isWork(change)) {
      kept.remove(change.id());
    }
  }

  /** Returns the value that valid attempts got for this step; empty if none did. */
  Bytes kept(UUID task, String step) {
    return kept.getOrDefault(task, Map.of()).getOrDefault(step, Bytes.of(""));
  }

  /** Notes that these steps of a task run again. */
  void drop(UUID task, Predicate<String> steps) {
    Map<String, Bytes> of = kept.getOrDefault(task, new TreeMap<>());
    of.forEach(
        (step, value) -> {
          if (steps.test(step)) {
            dropped.computeIfAbsent(task, id -> new HashSet<>()).add(value);
          }
        });
    of.keySet().removeIf(steps);
  }

  @Override
  public void rewound() {
    kept.clear();
  }
}
