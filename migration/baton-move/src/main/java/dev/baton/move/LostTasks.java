package dev.baton.move;

/** What becomes of tasks that the old engine ran when it was stopped. */
public enum LostTasks {
  /** They run again. */
  RESUME,
  /** Each waits in ERROR for a person. */
  ERROR
}
