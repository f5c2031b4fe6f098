package dev.baton.schedule;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.Attempt;
import dev.baton.task.internal.TaskTraits;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * The tick of a schedule for which a task was added, as its handler sees it.
 *
 * @param schedule the schedule's name
 * @param time when the tick was due, without jitter; for a run by hand, when it was requested
 */
public record Tick(String schedule, Instant time) {
  private static final String SCHEDULE = "schedule";
  private static final String TIME = "tick";

  /** Returns the tick for which this attempt runs; empty for a task that no schedule added. */
  public static Optional<Tick> of(Attempt attempt) {
    return in(attempt.traits());
  }

  /**
   * Reads the tick for which a task was added from the task's traits; empty for a task that no
   * schedule added.
   */
  public static Optional<Tick> in(TaskTraits traits) {
    String name = traits.get(SCHEDULE);
    String time = traits.get(TIME);
    if (name == null || time == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Tick(name, Instant.parse(time)));
    } catch (DateTimeParseException notOurs) {
      return Optional.empty();
    }
  }

  /** Returns the request, marked as a request for this tick. */
  public TaskRequest<?, ?> on(TaskRequest<?, ?> request) {
    TaskTraits traits = RequestFields.of(request).traits();
    return RequestFields.withTraits(
        request, traits.with(SCHEDULE, schedule).with(TIME, time.toString()));
  }
}
