package dev.baton.engine.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of a schedule's latest run. */
sealed interface LastRun {

  /** The schedule had no run yet. */
  record None() implements LastRun {}

  /** The task of the latest run is live and will continue without an operator. */
  record Continues() implements LastRun {}

  /** The task has finished, or it is in ERROR and needs an operator. */
  record Ended(Instant at, boolean inError) implements LastRun {}

  /** Returns when the run ended; null if it has not ended or there was no run. */
  default @Nullable Instant end() {
    return this instanceof Ended ended ? ended.at() : null;
  }
}
