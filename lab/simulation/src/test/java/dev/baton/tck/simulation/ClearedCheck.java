package dev.baton.tck.simulation;

import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Checks payloads that are to be removed: they exist while their tasks live, and the commit that
 * ends a task removes its payload. All other payloads stay. The adders say which payloads are to be
 * removed.
 */
final class ClearedCheck implements RowCheck {
  static final Set<String> TYPES =
      Set.of(Types.PLAIN, Types.MONEY, Types.ONCE, Types.SHAKY, Types.ORDERED, Types.FAIR);

  private final Violations violations;
  private final History history;
  private final Set<UUID> asked = new TreeSet<>();
  private final Set<UUID> others = new TreeSet<>();

  ClearedCheck(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  /** Notes a task whose add was acknowledged. The task may have ended before that. */
  void added(UUID task, boolean clears) {
    (clears ? asked : others).add(task);
    judge(task, history.rows().getOrDefault(task, History.Row.GONE));
  }

  @Override
  public void changed(RowChange change) {
    judge(change.id(), change.after());
  }

  @Override
  public void rewound() {
    asked.retainAll(history.rows().keySet());
    others.retainAll(history.rows().keySet());
  }

  private void judge(UUID id, History.Row row) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    if (live != null
        && live.spec().payload() == null
        && (asked.contains(id) || others.contains(id))) {
      violations.report(id + " lives but has lost its payload");
    }
    if (finished != null && asked.contains(id) && finished.spec().payload() != null) {
      violations.report(id + " has ended but kept the payload that was to be removed");
    }
    if (finished != null && others.contains(id) && finished.spec().payload() == null) {
      violations.report(id + " has ended and lost a payload that should stay");
    }
  }
}
