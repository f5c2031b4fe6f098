package dev.baton.tck.simulation;

import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.rule.WaitState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks tasks in order. When a task starts, all tasks of its key that were committed before it
 * have ended. At the end of the run, the first remaining task of a key does not wait. The check
 * uses only the committed rows.
 */
final class OrderCheck implements RowCheck {
  private final Violations violations;
  private final SimulatedDatabase database;
  private final History history;
  private final WaitCheck waits;

  /** The position of each task in the order of commits. */
  private final Map<UUID, Integer> places = new HashMap<>();

  /** The tasks of each key that have not ended, in the order of their commits. */
  private final Map<String, List<UUID>> left = new TreeMap<>();

  OrderCheck(Violations violations, SimulatedDatabase database, History history, WaitCheck waits) {
    this.violations = violations;
    this.database = database;
    this.history = history;
    this.waits = waits;
  }

  @Override
  public void changed(RowChange change) {
    Task task = change.after().live();
    Task before = change.before().live();
    if (isInOrder(task) && change.before().isGone()) {
      places.put(task.id(), places.size());
      left.computeIfAbsent(task.spec().key(), key -> new ArrayList<>()).add(task.id());
    }
    if (isInOrder(task) && task.position().status() == Status.RUNNING) {
      UUID first = left.getOrDefault(task.spec().key(), List.of(task.id())).get(0);
      if (!first.equals(task.id())) {
        violations.report(task.id() + " runs before " + first + ", which was committed before it");
      }
    }
    if (task == null && isInOrder(before)) {
      left.getOrDefault(before.spec().key(), new ArrayList<>()).remove(change.id());
    }
  }

  private static boolean isInOrder(@Nullable Task task) {
    return task != null && task.spec().type().equals(Types.ORDERED);
  }

  /** Puts tasks that had ended back at their places, if the places were known. */
  @Override
  public void rewound() {
    left.clear();
    List<Task> live = new ArrayList<>();
    history
        .rows()
        .values()
        .forEach(
            row -> {
              if (isInOrder(row.live())) {
                live.add(row.live());
              }
            });
    live.sort(Comparator.comparing(task -> places.getOrDefault(task.id(), 0)));
    live.forEach(
        task -> left.computeIfAbsent(task.spec().key(), key -> new ArrayList<>()).add(task.id()));
  }

  /** Checks all keys at the end of the run. */
  void checkAll() {
    left.forEach(
        (key, ids) -> {
          Task first = ids.isEmpty() ? null : database.committed().find(ids.get(0)).orElse(null);
          if (first != null
              && first.position().status() == Status.BLOCKED
              && database.committed().waiting(first.id()) == WaitState.WAITS
              && !waits.isForOneLeft(first.id())) {
            violations.report(first.id() + " is the first of " + key + " and waits");
          }
        });
  }
}
