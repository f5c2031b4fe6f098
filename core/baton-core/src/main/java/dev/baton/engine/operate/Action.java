package dev.baton.engine.operate;

/** What people do to tasks; the names stand in the audit. */
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
