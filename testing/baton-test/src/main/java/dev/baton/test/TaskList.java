package dev.baton.test;

import dev.baton.Baton;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.schedule.ScheduleState;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Reads the tasks and schedules of a test's cluster. Stateless. */
final class TaskList {
  private final Baton client;
  private final InstantSource clock;

  TaskList(Baton client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  TestTask task(UUID id) {
    return client
        .operations()
        .find(id)
        .flatMap(this::seen)
        .orElseThrow(
            () ->
                new AssertionError(
                    "There is no task "
                        + id
                        + ": it was never committed, or its type doesn't keep tasks that are"
                        + " DONE (keepDone)"));
  }

  private Optional<TestTask> seen(TaskInfo task) {
    return client
        .operations()
        .task(task.id())
        .content()
        .map(content -> new TestTask(task, content, clock.instant()));
  }

  /** Returns the tasks that match the filter, in the order in which they were added. */
  List<TestTask> all(TaskFilter filter) {
    return found(filter)
        .sorted(Comparator.comparing(TaskInfo::createdAt).thenComparing(TaskInfo::id))
        .map(one -> task(one.id()))
        .toList();
  }

  Stream<TaskInfo> found(TaskFilter filter) {
    return client.operations().search(filter).stream();
  }

  List<ScheduleState> schedules() {
    return client.schedules().list().stream().toList();
  }

  /** Returns a text that explains why a task doesn't run. */
  String explain(UUID id) {
    return client.operations().task(id).explain().text();
  }
}
