package dev.baton.engine.schedule;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next steps for a due schedule.
 *
 * @param run the ticks for which to add a task, oldest first
 * @param skipped the latest tick to skip; null if none is skipped
 * @param why the reason why it is skipped
 * @param next what is known about the next tick
 */
record TickPlan(List<Instant> run, @Nullable Instant skipped, String why, Next next) {

  /** The schedule's next tick after a plan. */
  sealed interface Next {
    /** The next tick is known. */
    record At(Instant tick) implements Next {}

    /** The next tick depends on the end of the run, so it isn't known yet. */
    record AfterTheRun() implements Next {}

    /**
     * The next tick could not be computed. A later round tries again. If it fails too, it reports
     * the failure.
     */
    record Unknown() implements Next {}

    /** No tick follows, because the schedule is over. */
    record Over() implements Next {}
  }

  TickPlan {
    run = List.copyOf(run);
  }

  /** Returns the same plan with another next tick. */
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
