package dev.baton.engine.operate;

/** The changes that operators make to tasks. The audit stores their names. */
enum Action {
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
