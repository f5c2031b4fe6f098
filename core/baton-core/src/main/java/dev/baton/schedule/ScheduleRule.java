package dev.baton.schedule;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the next tick of a schedule in code. Register it with {@code Baton.Builder.rule(name,
 * rule)} on all nodes. A rule must have no side effects, because any node that has the rule may
 * call it, and two nodes may call it at the same time.
 */
@FunctionalInterface
public interface ScheduleRule {

  /**
   * Returns the next tick, which must be later than the last one. If the result is in the past, the
   * tick runs at once. An empty result ends the schedule. Baton calls this method when the schedule
   * is new, and after the end of each run. If this method throws, Baton reports the error and calls
   * it again later.
   */
  Optional<Instant> next(Asked asked);

  /**
   * The input of a rule.
   *
   * @param now the current time of the database's clock
   * @param lastTick the latest tick; null before the first
   * @param lastEnd when the latest run ended, successfully or not; null before the end of the first
   *     run
   */
  record Asked(Instant now, @Nullable Instant lastTick, @Nullable Instant lastEnd) {}
}
