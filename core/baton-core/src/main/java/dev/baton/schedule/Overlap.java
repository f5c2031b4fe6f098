package dev.baton.schedule;

/**
 * Decides what happens with a tick while the previous run continues, which means that its task is
 * live and not in ERROR. A run in ERROR may wait for an operator for days, so it delays no tick.
 */
public enum Overlap {
  /** The tick is skipped, and so is each further tick before the run ends. */
  SKIP,
  /** The tick waits for the end of the run. It is then late, and {@link Missed} applies. */
  QUEUE,
  /** The tick runs at the same time as the previous run. */
  ALLOW
}
