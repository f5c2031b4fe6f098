package dev.baton.engine.schedule;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node does with a schedule that is due.
 *
 * @param run the ticks to add a task for, oldest first
 * @param skipped the latest tick that is left out; null for none
 * @param why why it is left out
 * @param next what comes then
 */
record TickPlan(List<Instant> run, @Nullable Instant skipped, String why, Next next) {

  /** What comes after the ticks of a plan. */
  sealed interface Next {
    /** This tick. */
    record At(Instant tick) implements Next {}

    /** What is counted from the end of the run. */
    record AfterTheRun() implements Next {}

    /** What couldn't be worked out: it is tried again in a round of its own, and told. */
    record Unknown() implements Next {}

    /** Nothing: the schedule is over. */
    record Over() implements Next {}
  }

  TickPlan {
    run = List.copyOf(run);
  }

  /** The same with another next tick. */
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
