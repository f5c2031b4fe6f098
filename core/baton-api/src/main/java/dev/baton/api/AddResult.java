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
   * Returns whether the submitted payload will be used when the transaction commits: the task was
   * added, its payload was merged or replaced, or a finished task runs again. Returns false if the
   * existing task stays unchanged.
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
   * A task with this id or unique key has already begun, so its payload could not be merged or
   * replaced. Nothing was written, and the transaction can continue.
   */
  record AlreadyStarted(UUID taskId) implements AddResult {}

  /** The existing task has not begun. It gets the merged payload when the transaction commits. */
  record Merged(UUID taskId) implements AddResult {}

  /**
   * The existing task has not begun. It gets the submitted payload and a later time when the
   * transaction commits.
   */
  record Replaced(UUID taskId) implements AddResult {}

  /**
   * The existing task had finished. It runs again, with the submitted payload, when the transaction
   * commits.
   */
  record RanAgain(UUID taskId) implements AddResult {}
}
