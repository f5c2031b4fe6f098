package dev.baton.tck.simulation;

import dev.baton.task.row.Task;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks that at most one live task has a unique key. Each task carries its key in its context. */
final class UniqueCheck implements RowCheck {
  static final String ENTRY = "unique";

  private final Violations violations;
  private final History history;
  private final Map<String, TreeSet<UUID>> live = new TreeMap<>();

  UniqueCheck(Violations violations, History history) {
    this.violations = violations;
    this.history = history;
  }

  @Override
  public void changed(RowChange change) {
    String before = key(change.before().live());
    String after = key(change.after().live());
    if (Objects.equals(before, after)) {
      return;
    }
    if (before != null) {
      live.getOrDefault(before, new TreeSet<>()).remove(change.id());
    }
    if (after != null) {
      TreeSet<UUID> ids = live.computeIfAbsent(after, name -> new TreeSet<>());
      ids.add(change.id());
      if (ids.size() > 1) {
        violations.report("the unique key " + after + " is had by " + ids);
      }
    }
  }

  @Override
  public void rewound() {
    live.clear();
    history
        .rows()
        .forEach(
            (id, row) -> {
              String key = key(row.live());
              if (key != null) {
                live.computeIfAbsent(key, name -> new TreeSet<>()).add(id);
              }
            });
  }

  private static @Nullable String key(@Nullable Task task) {
    if (task == null) {
      return null;
    }
    String unique = task.spec().context().get(ENTRY);
    return unique == null || unique.isEmpty() ? null : task.spec().type() + " " + unique;
  }
}
