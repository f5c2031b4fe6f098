package dev.baton.testkit.simulation;

/** What a node asks the database for. */
public enum Verb {
  BEGIN,
  COMMIT,
  ROLLBACK,
  CHECK,
  INSERT,
  CLAIM,
  APPLY,
  APPLY_IN_TRANSACTION,
  RENEW,
  CONFIRM,
  HELD_BY,
  HEADS,
  PULL,
  DUE,
  OVERDUE,
  PRUNE,
  FIND,
  FIND_FINISHED,
  WHEREABOUTS,
  RUN_AGAIN,
  LEAD,
  RESIGN,
  BEAT,
  LEAVE,
  NODES,
  FORGET,
  PAUSE,
  RESUME,
  PAUSES
}
