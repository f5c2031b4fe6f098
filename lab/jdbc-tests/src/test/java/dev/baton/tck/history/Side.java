package dev.baton.tck.history;

import dev.baton.spi.TaskStore;
import dev.baton.task.row.Task;
import dev.baton.tck.contract.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** One of the two stores, with all tasks that were read from it so far. */
final class Side {
  private final StoreFixture fixture;
  private final List<Task> seen = new ArrayList<>();

  Side(StoreFixture fixture) {
    this.fixture = fixture;
  }

  StoreFixture fixture() {
    return fixture;
  }

  TaskStore store() {
    return fixture.store();
  }

  /** Reads a live task and records what was read. */
  Optional<Task> see(UUID id) {
    Optional<Task> task = store().find(id);
    task.ifPresent(seen::add);
    return task;
  }

  void saw(List<Task> tasks) {
    seen.addAll(tasks);
  }

  /** Returns the number of recorded reads. It is the same on both sides while they agree. */
  int sightings() {
    return seen.size();
  }

  /** Returns a task as recorded by an earlier read. */
  Task sighting(int index) {
    return seen.get(index);
  }

  /** Runs the step and returns its result as text, or the failure. */
  String answer(Step step) throws Exception {
    try {
      return step.action().on(this);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return e.getClass().getSimpleName();
    }
  }
}
