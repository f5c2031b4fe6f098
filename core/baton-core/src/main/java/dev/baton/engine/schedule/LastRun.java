package dev.baton.engine.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a schedule's latest run stands. */
sealed interface LastRun {

  /** There was none. */
  record None() implements LastRun {}

  /** Its task is live and will go on by itself. */
  record GoesOn() implements LastRun {}

  /** It has ended well or badly; or it stands in ERROR since then, and waits for a person. */
  record Ended(Instant at, boolean inError) implements LastRun {}

  /** When it ended; null when it hasn't, or there was none. */
  default @Nullable Instant end() {
    return this instanceof Ended ended ? ended.at() : null;
  }
}
