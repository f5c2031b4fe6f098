package dev.baton.schedule;

/**
 * What happens with late ticks: those that no node served in time because none was there, and those
 * that {@link Overlap#QUEUE} kept waiting. A tick is late when it is served more than a minute
 * after its time, or when a later one is due as well.
 */
public enum Missed {
  /** None of them runs; the latest one does if it is less than a minute late. */
  SKIP,
  /** One run for all of them, which is told the latest one's time. */
  ONCE,
  /** One run for each, oldest first. Where ticks mayn't overlap, one after the other. */
  ALL
}
