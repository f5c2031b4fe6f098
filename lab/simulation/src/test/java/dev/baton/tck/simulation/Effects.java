package dev.baton.tck.simulation;

import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Checks exactly-once effects: each step that a transactional task has made in the surviving
 * history has one effect, and no other step has an effect. Child tasks are checked in the same way.
 */
final class Effects implements RowCheck {
  private static final int STEPS = 6;

  private final Violations violations;
  private final SimulatedDatabase database;
  private final History history;
  private final Runs runs;

  /** Tasks that ended by adding a next task. */
  private final Set<UUID> parents = new TreeSet<>();

  Effects(Violations violations, SimulatedDatabase database, History history, Runs runs) {
    this.violations = violations;
    this.database = database;
    this.history = history;
    this.runs = runs;
  }

  static String step(UUID task, int step) {
    return task + "/" + step;
  }

  static int stepOf(String state) {
    return state.isEmpty() ? 0 : Integer.parseInt(state);
  }

  @Override
  public void changed(RowChange change) {
    Task before = change.before().live();
    if (before == null) {
      return;
    }
    if (before.spec().type().equals(Types.MONEY)) {
      check(change.id(), change.after());
    }
    FinishedTask finished = change.after().finished();
    if (finished != null && finished.status() == Status.DONE) {
      List<Run> own = runs.of(change.id(), before.position().version(), change.by());
      if (!own.isEmpty() && own.get(own.size() - 1).outcome() instanceof HandlerOutcome.Next<?>) {
        parents.add(change.id());
      }
    }
  }

  @Override
  public void rewound() {
    parents.removeIf(id -> history.rows().getOrDefault(id, History.Row.GONE).finished() == null);
    checkAll();
  }

  /** Checks all existing tasks and their children. */
  void checkAll() {
    history
        .rows()
        .forEach(
            (id, row) -> {
              if (type(row).equals(Types.MONEY)) {
                check(id, row);
              }
            });
    checkChildren();
  }

  private void check(UUID id, History.Row row) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    if (live == null && finished == null) {
      return;
    }
    int made =
        live != null
            ? stepOf(live.position().state())
            : stepOf(finished.state()) + (finished.status() == Status.DONE ? 1 : 0);
    SortedMap<String, Integer> effects = database.committed().effects();
    for (int step = 0; step < STEPS; step++) {
      int count = effects.getOrDefault(step(id, step), 0);
      if (count != (step < made ? 1 : 0)) {
        violations.report(
            "step "
                + step
                + " of "
                + id
                + " had its effect "
                + count
                + " times; "
                + made
                + " steps are made");
      }
    }
  }

  private void checkChildren() {
    Map<String, Integer> children = new TreeMap<>();
    for (History.Row row : history.rows().values()) {
      Map<String, String> context =
          row.live() != null
              ? row.live().spec().context()
              : row.finished() != null ? row.finished().spec().context() : Map.of();
      String parent = context.get(Handlers.CHILD_OF);
      if (parent != null && !parent.isEmpty()) {
        children.merge(parent, 1, Integer::sum);
      }
    }
    children.forEach((parent, count) -> checkParent(UUID.fromString(parent), count));
    for (UUID parent : parents) {
      if (!children.containsKey(parent.toString())) {
        violations.report(parent + " has ended by adding a next task, but none exists");
      }
    }
  }

  private void checkParent(UUID parent, int count) {
    if (count != 1) {
      violations.report(parent + " has " + count + " next tasks");
    }
    History.Row row = history.rows().getOrDefault(parent, History.Row.GONE);
    if (row.live() != null) {
      violations.report(parent + " has a next task but hasn't ended");
    }
  }

  private static String type(History.Row row) {
    Task live = row.live();
    FinishedTask finished = row.finished();
    return live != null ? live.spec().type() : finished != null ? finished.spec().type() : "";
  }
}
