package dev.baton.api;

import java.util.UUID;

/** The answer to an add. */
public sealed interface AddResult {

  /** The task that exists now: the added one, or the one that was there before. */
  UUID taskId();

  /** Whether this add made the task. */
  default boolean wasAdded() {
    return this instanceof Added;
  }

  /**
   * Whether what was submitted will be run by that task when the transaction commits: it was added,
   * merged into one that hadn't begun, put in its place, or a finished one runs again with it.
   */
  default boolean isTakenUp() {
    return !(this instanceof AlreadyExists || this instanceof AlreadyStarted);
  }

  /** The task will exist when the transaction commits. */
  record Added(UUID taskId) implements AddResult {}

  /** A task with this id or unique key exists; nothing was written and the transaction is sound. */
  record AlreadyExists(UUID taskId) implements AddResult {}

  /**
   * It was to be merged into the task with this id or unique key, or put in its place, and that one
   * has begun already: nothing was written and the transaction is sound.
   */
  record AlreadyStarted(UUID taskId) implements AddResult {}

  /** The task, not begun yet, will have the merged payload when the transaction commits. */
  record Merged(UUID taskId) implements AddResult {}

  /** The task, not begun yet, will have this payload and a later time when it commits. */
  record Replaced(UUID taskId) implements AddResult {}

  /** The task had finished and will run again, with this payload, when the transaction commits. */
  record RanAgain(UUID taskId) implements AddResult {}
}
