package dev.baton.engine.schedule;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision for a due schedule.
 *
 * @param run the ticks to add a task for, oldest first
 * @param skipped the latest tick that is skipped; null for none
 * @param why the reason for the skip
 * @param next what follows
 */
record TickPlan(List<Instant> run, @Nullable Instant skipped, String why, Next next) {

  /** The schedule's next tick after a plan. */
  sealed interface Next {
    /** The next tick is known. */
    record At(Instant tick) implements Next {}

    /** The next tick is counted from the end of the run. */
    record AfterTheRun() implements Next {}

    /** The next tick could not be computed. A later round tries again and reports the failure. */
    record Unknown() implements Next {}

    /** No tick follows, the schedule is over. */
    record Over() implements Next {}
  }

  TickPlan {
    run = List.copyOf(run);
  }

  /** Returns the plan with another next tick. */
  TickPlan before(Next other) {
    return new TickPlan(run, skipped, why, other);
  }

  static TickPlan next(Next next) {
    return new TickPlan(List.of(), null, "", next);
  }

  static TickPlan run(List<Instant> ticks, Next next) {
    return new TickPlan(ticks, null, "", next);
  }

  static TickPlan skip(Instant latest, String why, Next next) {
    return new TickPlan(List.of(), latest, why, next);
  }
}
