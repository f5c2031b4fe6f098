package dev.baton.operate.incident;

import dev.baton.operate.statistics.Statistics;

/** Kinds of trouble that the tasks of a type can have. */
public enum IncidentKind {
  /** Tasks are in ERROR. An operator has to act on each of them. */
  ERROR,
  /**
   * Tasks have expired leases or are due, and for longer than {@link Incidents#stuckAfter} no
   * sweeper has processed them. Either no node runs a sweeper, or another transaction has locked
   * the rows.
   */
  STUCK,
  /**
   * Ready tasks have waited for their start longer than the expected wait of their type, or longer
   * than {@link Incidents#queuedAfter} if the type sets none; see {@link Statistics#stuck}. Paused
   * tasks don't count.
   */
  QUEUED,
  /** Tasks fail repeatedly; see {@link Statistics#failing}. Baton still retries each of them. */
  FAILING,
  /** At least {@link Incidents#failedFrom} tasks ended as FAILED within the last hour. */
  FAILED
}
