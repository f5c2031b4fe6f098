package dev.baton.management.access;

/** A right of a user. Each right is granted separately; none includes another. */
public enum Right {
  /**
   * See tasks, their errors, and the state of the cluster, but never the contents of payloads and
   * results.
   */
  VIEW,
  /** See the contents of payloads and results. The audit records each read. */
  VIEW_PAYLOAD,
  /** Add tasks. */
  ADD,
  /** Run tasks in ERROR again, and finished ones. */
  RETRY,
  /** Cancel tasks, and mark them as failed permanently. */
  CANCEL,
  /** Reschedule, hold, release and prioritize tasks, change their payloads, send them signals. */
  EDIT,
  /** Change many tasks at once. The right for the single change is needed too. */
  BULK,
  /** Pause and resume buckets and types; change schedules. */
  CONFIGURE,
  /** See what operators changed, and who changed it. */
  AUDIT
}
