package dev.baton.tck.simulation.sql;

/** A fault or a condition that must occur at the database of a simulated cluster. */
public enum Trouble {
  /** A statement fails, and nothing of it is applied. */
  STATEMENT_FAILED,
  /** A statement or a commit is applied, but its response is lost with the connection. */
  ANSWER_LOST,
  /** The node crashes at a statement. */
  CRASH,
  /** A statement waits for a lock of another thread. */
  LOCK_WAIT,
  /** A statement's wait for a lock times out. */
  LOCK_TIMEOUT,
  /** A statement waits for a thread that waits for it. */
  DEADLOCK,
  /** The node's pool has no connection left. */
  POOL_EXHAUSTED,
  /** A caller returns to a savepoint before an added task. */
  SAVEPOINT_UNDONE,
  /** A program locks rows and rolls back, or returns to a savepoint before the lock. */
  LOCKED_AND_LET_GO,
  /** A caller's transaction stays open past a lease. */
  OPEN_PAST_A_LEASE,
  /** A row is edited by hand. */
  EDITED_BY_HAND,
  /** The database rejects an outcome. */
  OUTCOME_REFUSED,
  /**
   * A transaction of a handler is above read committed, or of a caller where handlers may not be.
   */
  HIGHER_ISOLATION,
  /** A claim takes 64 tasks at a time, or more. */
  LARGE_CLAIM,
  /** A completion writes 64 ends at a time, or more. */
  LARGE_COMPLETION,
  /** A person runs a workflow again from one of its steps. */
  RUN_AGAIN_FROM_STEP,
  /** A child is cancelled because its workflow has failed or was cancelled. */
  CHILD_CANCELLED,
  /** The database fails over to an earlier moment. */
  FAILOVER,
  /** The database's clock moves forward or back. */
  CLOCK_JUMP,
  /** A store method fails on one node only, for a while. */
  VERB_FAILED,
  /** A logger, a driver or code of the application throws an unexpected error. */
  THROWN
}
