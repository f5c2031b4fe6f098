package dev.baton.engine.base;

/** The changes that operators make to tasks. The audit stores their names. */
public enum Action {
  RETRY,
  RESCHEDULE,
  HOLD,
  RELEASE,
  CANCEL,
  FAIL,
  EDIT,
  PRIORITIZE,
  RUN_AGAIN
}
