package dev.baton.operate.incident;

import dev.baton.operate.statistics.Statistics;

/** Kinds of trouble that the tasks of a type can have. */
public enum IncidentKind {
  /** Tasks are in ERROR. An operator has to act on each of them. */
  ERROR,
  /**
   * Tasks have expired leases or are due, and no sweeper has moved them for longer than {@link
   * Incidents#stuckAfter}: no node sweeps, or rows are locked.
   */
  STUCK,
  /**
   * Ready tasks have waited longer for their start than their type expects, or longer than {@link
   * Incidents#queuedAfter} if the type expects nothing; see {@link Statistics#stuck}. Paused tasks
   * don't count.
   */
  QUEUED,
  /** Tasks fail repeatedly; see {@link Statistics#failing}. Baton still retries each of them. */
  FAILING,
  /** At least {@link Incidents#failedFrom} tasks ended as FAILED within the last hour. */
  FAILED
}
