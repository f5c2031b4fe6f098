package dev.baton.management.access;

/** What a user may do. Each is granted by itself: none includes another. */
public enum Right {
  /** See tasks, their errors, and what the cluster does; never what payloads and results say. */
  VIEW,
  /** See what payloads and results say. Each look is noted in the audit. */
  VIEW_PAYLOAD,
  /** Add tasks. */
  ADD,
  /** Run tasks in ERROR again, and finished ones. */
  RETRY,
  /** Call tasks off, and mark them as failed for good. */
  CANCEL,
  /** Reschedule, hold, release and prioritize tasks, change their payloads, send them signals. */
  EDIT,
  /** Do with many tasks at once what another right allows with each of them. */
  BULK,
  /** Pause and resume buckets and types; change schedules. */
  CONFIGURE,
  /** See what was changed by hand, and by whom. */
  AUDIT
}
