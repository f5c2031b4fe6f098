package dev.baton.schedule;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the next time of a schedule in code. Register it with {@code rule(name, rule)} of the
 * node's builder. Any node that has the rule may call it. Two nodes may call a rule at the same
 * time, so a rule must have no side effects.
 */
@FunctionalInterface
public interface ScheduleRule {

  /**
   * Returns the next tick, which must be later than the last one. If the result is in the past, the
   * tick runs at once. An empty result ends the schedule. Baton calls the method when the schedule
   * is new, and after the end of each run. If it throws, Baton reports the error and calls it again
   * later.
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
