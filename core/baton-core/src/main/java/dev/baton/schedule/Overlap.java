package dev.baton.schedule;

/**
 * Decides what happens to a tick while the previous run continues. A run continues until its task
 * has ended or stops in ERROR. A task in ERROR doesn't delay ticks, because it may wait days for an
 * operator.
 */
public enum Overlap {
  /** The tick is skipped, and so is each further tick before the run ends. */
  SKIP,
  /** The tick waits for the end of the run. It is then late, and {@link Missed} applies. */
  QUEUE,
  /** The tick runs at the same time as the previous run. */
  ALLOW
}
