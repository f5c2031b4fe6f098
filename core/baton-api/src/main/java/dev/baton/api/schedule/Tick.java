package dev.baton.api.schedule;

import dev.baton.api.Attempt;
import dev.baton.api.TaskRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

/**
 * The tick of a schedule that a task was added for, as its handler sees it.
 *
 * @param schedule the schedule's name
 * @param time when the tick was due, before any jitter; for a run by hand, when it was asked for
 */
public record Tick(String schedule, Instant time) {
  private static final String SCHEDULE = TaskRequest.RESERVED_CONTEXT + "schedule";
  private static final String TIME = TaskRequest.RESERVED_CONTEXT + "tick";

  /** The tick that this attempt runs for; empty for a task that no schedule added. */
  public static Optional<Tick> of(Attempt attempt) {
    return in(attempt.context());
  }

  /** The tick that a task's carried context tells of. */
  public static Optional<Tick> in(Map<String, String> context) {
    String name = context.get(SCHEDULE);
    String time = context.get(TIME);
    if (name == null || time == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Tick(name, Instant.parse(time)));
    } catch (DateTimeParseException notOurs) {
      return Optional.empty();
    }
  }

  /** The request with this tick in its context. */
  public TaskRequest<?, ?> on(TaskRequest<?, ?> request) {
    return request.context(SCHEDULE, schedule).context(TIME, time.toString());
  }
}
