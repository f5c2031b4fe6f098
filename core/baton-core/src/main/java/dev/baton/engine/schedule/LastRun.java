package dev.baton.engine.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of a schedule's latest run. */
sealed interface LastRun {

  /** The schedule had no run yet. */
  record None() implements LastRun {}

  /** The latest run's task is live and continues by itself. */
  record GoesOn() implements LastRun {}

  /** The task has finished, or it has been in ERROR since then and needs a person. */
  record Ended(Instant at, boolean inError) implements LastRun {}

  /** Returns when the run ended; null if it hasn't or there was none. */
  default @Nullable Instant end() {
    return this instanceof Ended ended ? ended.at() : null;
  }
}
