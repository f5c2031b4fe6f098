package dev.baton.tck.simulation.sql;

/** What a simulated cluster is to meet at its database. */
public enum Trouble {
  /** A statement fails, and nothing of it is applied. */
  STATEMENT_FAILED,
  /** A statement or a commit is applied, and its answer lost with the connection. */
  ANSWER_LOST,
  /** The node crashes at a statement. */
  CRASH,
  /** A statement waits for a lock of another thread. */
  LOCK_WAIT,
  /** It waits in vain. */
  LOCK_TIMEOUT,
  /** It waits for a thread that waits for it. */
  DEADLOCK,
  /** The node's pool has no connection left. */
  POOL_EXHAUSTED,
  /** A caller goes back to a savepoint behind an added task. */
  SAVEPOINT_UNDONE,
  /** Somebody locks rows and rolls back, or goes back behind the lock. */
  LOCKED_AND_LET_GO,
  /** A caller's transaction stays open past a lease. */
  OPEN_PAST_A_LEASE,
  /** A row is edited by hand. */
  EDITED_BY_HAND,
  /** The database takes no such outcome. */
  OUTCOME_REFUSED,
  /** A transaction of a handler or, where these may not, of a caller is above read committed. */
  HIGHER_ISOLATION,
  /** A claim takes 64 tasks at a time, or more. */
  LARGE_CLAIM,
  /** Ends are written 64 at a time, or more. */
  LARGE_COMPLETION,
  /** The database goes back to an earlier moment. */
  FAILOVER,
  /** The database's clock is put forward or back. */
  CLOCK_JUMP,
  /** A verb fails on one node, as it does for a while on that one alone. */
  VERB_FAILED,
  /** A logger, a driver or code of the application throws an unexpected error. */
  THROWN
}
