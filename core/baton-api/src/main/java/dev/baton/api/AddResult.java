package dev.baton.api;

import java.util.UUID;

/** The result of adding a task. */
public sealed interface AddResult {

  /**
   * Returns the id of the task that exists now: the added task, or the task that existed before.
   */
  UUID taskId();

  /** Returns whether this add created the task. */
  default boolean wasAdded() {
    return this instanceof Added;
  }

  /**
   * Returns whether the existing or added task will run with the submitted values when the
   * transaction commits. This is true if the task was added, merged or replaced, or if a finished
   * task runs again.
   */
  default boolean isTakenUp() {
    return !(this instanceof AlreadyExists || this instanceof AlreadyStarted);
  }

  /** The task will exist when the transaction commits. */
  record Added(UUID taskId) implements AddResult {}

  /**
   * A task with this id or unique key exists. Nothing was written, and the transaction can
   * continue.
   */
  record AlreadyExists(UUID taskId) implements AddResult {}

  /**
   * The task with this id or unique key has already begun, so it could not be merged or replaced.
   * Nothing was written, and the transaction can continue.
   */
  record AlreadyStarted(UUID taskId) implements AddResult {}

  /**
   * The existing task, which has not begun, gets the merged payload when the transaction commits.
   */
  record Merged(UUID taskId) implements AddResult {}

  /**
   * The existing task, which has not begun, gets this payload and a later time when the transaction
   * commits.
   */
  record Replaced(UUID taskId) implements AddResult {}

  /**
   * The existing task had finished. It runs again, with this payload, when the transaction commits.
   */
  record RanAgain(UUID taskId) implements AddResult {}
}
