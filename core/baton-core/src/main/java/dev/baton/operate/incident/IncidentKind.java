package dev.baton.operate.incident;

import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.statistics.Statistics;
import dev.baton.schedule.ScheduleTroubles;

/** The kinds of incidents, each of which needs a person. */
public enum IncidentKind {
  /** Tasks are in ERROR. An operator has to act on each of them. */
  ERROR,
  /**
   * Tasks have expired leases or are due, and no sweeper has processed them for longer than {@link
   * Incidents#stuckAfter}. Either no node runs a sweeper, or another transaction has locked the
   * rows.
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
  FAILED,
  /**
   * The latest run of a schedule failed, or the schedule can't run or is overdue; see {@link
   * ScheduleTroubles}. A paused schedule doesn't count.
   */
  SCHEDULE,
  /** A node is silent, and no live node of the same name has replaced it. */
  SILENT_NODE,
  /** No server is live, so no task runs. Only a client can report this. */
  NO_SERVER,
  /**
   * The database is slow, doesn't respond, accepts no writes, or has older data than before; see
   * {@link StoreWarning.Kind}.
   */
  DATABASE
}
