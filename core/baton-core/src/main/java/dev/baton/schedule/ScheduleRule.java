package dev.baton.schedule;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the next time of a schedule in code. Register it on the nodes under a name. Any node
 * that has the rule may call it. Usually one node calls it at a time, but sometimes two do, so it
 * must have no side effects.
 */
@FunctionalInterface
public interface ScheduleRule {

  /**
   * Returns the next tick, which must be later than the last one; a tick in the past runs at once.
   * An empty result ends the schedule. Baton calls the method when the schedule is new and after
   * the end of each run. If it throws, Baton reports the error and calls it again later.
   */
  Optional<Instant> next(Asked asked);

  /**
   * Input from which a rule computes the next time.
   *
   * @param now the current time of the database's clock
   * @param lastTick the latest tick; null before the first
   * @param lastEnd when the latest run ended, with success or not; null before the first end
   */
  record Asked(Instant now, @Nullable Instant lastTick, @Nullable Instant lastEnd) {}
}
