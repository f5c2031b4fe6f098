package dev.baton.tck.history;

import dev.baton.spi.TaskStore;
import dev.baton.task.internal.Task;
import dev.baton.tck.contract.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** One of the two stores, and the tasks as they were read from it at one time or another. */
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

  /** Reads a live task and remembers how it was. */
  Optional<Task> see(UUID id) {
    Optional<Task> task = store().find(id);
    task.ifPresent(seen::add);
    return task;
  }

  void saw(List<Task> tasks) {
    seen.addAll(tasks);
  }

  /** How many readings there are; the same on both sides as long as they agree. */
  int sightings() {
    return seen.size();
  }

  /** A task as it was at some reading. */
  Task sighting(int index) {
    return seen.get(index);
  }

  /** What the step answers, a failure included. */
  String answer(Step step) throws Exception {
    try {
      return step.action().on(this);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return e.getClass().getSimpleName();
    }
  }
}
