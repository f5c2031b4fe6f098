package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.schedule.Schedule;

/** The result of a {@link Mapping} for a task of an old engine. */
public sealed interface Carried {

  /**
   * Returns the task that replaces it. Id, unique key, sub-type, priority and time come from the
   * old task, unless the request sets them; the number of tries always does.
   */
  static Carried task(TaskRequest<?, ?> request) {
    return new Task(request);
  }

  /** Returns the schedule that replaces it. Its first tick is the next run in the old engine. */
  static Carried schedule(Schedule schedule) {
    return new Recurring(schedule);
  }

  /** Leaves the task in the old engine, for this reason. */
  static Carried left(String reason) {
    return new Left(reason);
  }

  /** Becomes a task. */
  record Task(TaskRequest<?, ?> request) implements Carried {}

  /** Becomes a schedule. */
  record Recurring(Schedule schedule) implements Carried {}

  /** Stays in the old engine. */
  record Left(String reason) implements Carried {}
}
