package dev.baton.testkit.simulation;

import dev.baton.api.Attempt;
import dev.baton.task.Bytes;
import dev.baton.task.Task;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A step that was kept gives the same value to each attempt, until its task has ended. */
final class StepCheck implements RowCheck {
  private final Violations violations;
  private final History history;
  private final Map<UUID, Map<String, Bytes>> kept = new TreeMap<>();
  private int values;

  StepCheck(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  /** A value that no other step has. */
  Bytes value() {
    return Bytes.of("value " + ++values);
  }

  /** An attempt was given this for its step. */
  void given(Attempt attempt, String step, Bytes value) {
    Task row = history.rows().getOrDefault(attempt.taskId(), History.Row.GONE).live();
    if (row == null || row.position().version() != attempt.fencingToken()) {
      return;
    }
    Bytes before =
        kept.computeIfAbsent(attempt.taskId(), id -> new TreeMap<>()).putIfAbsent(step, value);
    if (before != null && !before.equals(value)) {
      violations.report("the step " + step + " of " + attempt.taskId() + " was made twice");
    }
  }

  @Override
  public void changed(RowChange change) {
    if (change.after().live() == null) {
      kept.remove(change.id());
    }
  }

  @Override
  public void rewound() {
    kept.clear();
  }
}
