package dev.baton.schedule;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes a schedule's next time in code; registered by a name on the nodes. Called by any node
 * that has it, by one at a time as a rule and now and then by two: it should only compute.
 */
@FunctionalInterface
public interface ScheduleRule {

  /**
   * The next tick, later than the last one; one in the past runs at once. Empty ends the schedule.
   * Asked first when the schedule is new, and then each time a run has ended. What it throws is
   * told, and it is asked again.
   */
  Optional<Instant> next(Asked asked);

  /**
   * What a rule gets to compute the next time from.
   *
   * @param now the database's clock
   * @param lastTick the latest tick there was; null for the first
   * @param lastEnd when the latest run ended, whether well or badly; null before there was one
   */
  record Asked(Instant now, @Nullable Instant lastTick, @Nullable Instant lastEnd) {}
}
