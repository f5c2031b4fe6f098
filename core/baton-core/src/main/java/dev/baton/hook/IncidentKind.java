package dev.baton.hook;

import dev.baton.operate.statistics.Statistics;

/** The kind of trouble that tasks of a type have. */
public enum IncidentKind {
  /** Tasks stand in ERROR: each needs a person. */
  ERROR,
  /**
   * Leases lapsed, or times to run came, and no sweeper has moved these tasks for longer than
   * {@link Incidents#stuckAfter}: no node sweeps, or rows are locked.
   */
  STUCK,
  /**
   * Ready tasks have waited for their start for longer than is expected of their type, else longer
   * than {@link Incidents#queuedAfter}; see {@link Statistics#stuck}. What is paused doesn't count.
   */
  QUEUED,
  /** Tasks fail again and again; see {@link Statistics#failing}. Each is still retried. */
  FAILING,
  /** So many tasks as {@link Incidents#failedFrom} says ended FAILED within the last hour. */
  FAILED
}
