package dev.baton.schedule;

/**
 * What happens with a tick while the previous run still goes on: its task is live and not in ERROR.
 * A run in ERROR waits for a person, perhaps for days, and holds no tick up.
 */
public enum Overlap {
  /** It is left out, and so are all that come before the run ends. */
  SKIP,
  /** It waits for the end of the run. It is late then: {@link Missed} says what late ticks do. */
  QUEUE,
  /** It runs beside the other. */
  ALLOW
}
