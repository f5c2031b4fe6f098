package dev.baton.schedule;

/**
 * Decides what happens to late ticks. A tick is late if no node processes it within a minute of its
 * time, or if a later tick is also due. The usual reasons are that no node was running, or that the
 * tick waited because of {@link Overlap#QUEUE}.
 */
public enum Missed {
  /** Late ticks don't run, except the latest one if it is less than a minute late. */
  SKIP,
  /** One run replaces all late ticks. Its {@link Tick#time} is the time of the latest late tick. */
  ONCE,
  /** Each late tick runs, oldest first. If ticks may not overlap, they run one after the other. */
  ALL
}
