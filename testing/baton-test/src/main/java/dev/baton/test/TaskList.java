package dev.baton.test;

import dev.baton.Baton;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.internal.RowSignals;
import dev.baton.operate.Cursor;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.schedule.ScheduleState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** What there is in the cluster of a test. Stateless. */
final class TaskList {
  private final Baton client;
  private final InstantSource clock;

  TaskList(Baton client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  private Supplier<PayloadCodec> codec() {
    return RowSignals.of(client.tasks()).codec();
  }

  TestTask task(UUID id) {
    return client
        .operations()
        .find(id)
        .map(task -> TestTask.of(task, client.operations(), clock.instant(), codec()))
        .or(
            () ->
                client
                    .operations()
                    .findFinished(id)
                    .map(task -> TestTask.of(task, clock.instant(), codec())))
        .orElseThrow(
            () ->
                new AssertionError(
                    "There is no task "
                        + id
                        + ": it was never committed, or its type keeps no trace of tasks that are"
                        + " DONE (keepDone)"));
  }

  /** Those that the filter finds, in the order in which they were added. */
  List<TestTask> all(TaskFilter filter) {
    return found(filter).stream()
        .sorted(Comparator.comparing(FoundTask::createdAt).thenComparing(FoundTask::id))
        .map(one -> task(one.id()))
        .toList();
  }

  List<FoundTask> found(TaskFilter filter) {
    List<FoundTask> all = new ArrayList<>();
    Cursor after = null;
    do {
      Page<FoundTask> page = client.operations().find(filter, after, Page.MAX_SIZE);
      all.addAll(page.items());
      after = page.next();
    } while (after != null);
    return all;
  }

  List<ScheduleState> schedules() {
    return client.schedules().list(null, Page.MAX_SIZE);
  }

  /** Why a task doesn't run, in words. */
  String explain(UUID id) {
    return client.operations().explain(id).text();
  }
}
