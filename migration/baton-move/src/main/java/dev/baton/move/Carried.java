package dev.baton.move;

import dev.baton.api.TaskRequest;
import dev.baton.schedule.Schedule;

/** What a {@link Mapping} makes of a task of an old engine. */
public sealed interface Carried {

  /**
   * It becomes this task. Its id, unique key, sub-type, priority and time are those of the old one
   * where the request says none of its own; its tries are always.
   */
  static Carried task(TaskRequest<?, ?> request) {
    return new Task(request);
  }

  /** It becomes this schedule, whose first tick is the old one's next. */
  static Carried schedule(Schedule schedule) {
    return new Recurring(schedule);
  }

  /** It stays where it is, for this reason. */
  static Carried left(String reason) {
    return new Left(reason);
  }

  /** It becomes a task. */
  record Task(TaskRequest<?, ?> request) implements Carried {}

  /** It becomes a schedule. */
  record Recurring(Schedule schedule) implements Carried {}

  /** It stays with the old engine. */
  record Left(String reason) implements Carried {}
}
