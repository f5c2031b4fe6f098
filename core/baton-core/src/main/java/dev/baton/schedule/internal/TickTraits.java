package dev.baton.schedule.internal;

import dev.baton.api.TaskRequest;
import dev.baton.api.internal.RequestFields;
import dev.baton.schedule.Tick;
import dev.baton.task.row.TaskTraits;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads and writes the tick for which a task was added. */
public final class TickTraits {
  private static final String SCHEDULE = "schedule";
  private static final String TIME = "tick";

  private TickTraits() {}

  /** Returns the tick for which a task was added; empty for a task that no schedule added. */
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

  /** Returns a copy of the request that stores this tick in the task's traits. */
  public static TaskRequest<?, ?> with(Tick tick, TaskRequest<?, ?> request) {
    TaskTraits traits = RequestFields.of(request).traits();
    return RequestFields.withTraits(
        request, traits.with(SCHEDULE, tick.schedule()).with(TIME, tick.time().toString()));
  }
}
