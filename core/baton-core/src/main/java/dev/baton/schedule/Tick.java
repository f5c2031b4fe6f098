package dev.baton.schedule;

import dev.baton.handler.Attempt;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.schedule.internal.TickTraits;
import java.time.Instant;
import java.util.Optional;

/**
 * The tick of a schedule for which a task was added, as its handler sees it.
 *
 * @param schedule the schedule's name
 * @param time when the tick was due, without jitter; for a run that {@link Schedules#runNow} added,
 *     the time of the call
 */
public record Tick(String schedule, Instant time) {

  /** Returns the tick for which this attempt runs; empty for a task that no schedule added. */
  public static Optional<Tick> of(Attempt attempt) {
    return TickTraits.in(RowAttempt.traits(attempt));
  }
}
