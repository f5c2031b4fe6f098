package dev.baton.move;

/** The treatment of tasks that were running when the old engine was stopped. */
public enum LostTasks {
  /** Runs them again. */
  RESUME,
  /** Puts each into ERROR, where it waits for a person. */
  ERROR
}
