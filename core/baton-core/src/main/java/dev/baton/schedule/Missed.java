package dev.baton.schedule;

/**
 * Decides what happens with late ticks: ticks that no node served in time because no node was
 * running, and ticks that {@link Overlap#QUEUE} kept waiting. A tick is late if it is served more
 * than a minute after its time, or if a later tick is also due.
 */
public enum Missed {
  /** Late ticks don't run. The latest one runs if it is less than a minute late. */
  SKIP,
  /** One run replaces all late ticks. It gets the time of the latest one. */
  ONCE,
  /** Each late tick runs, oldest first. If ticks may not overlap, they run one after the other. */
  ALL
}
