package dev.baton.api;

import java.util.UUID;

/** The result of adding a task. */
public sealed interface AddResult {

  /** Returns the id of the added task, or of the existing task that has the same identity. */
  UUID taskId();

  /** Returns whether this add created the task. */
  default boolean wasAdded() {
    return this instanceof Added;
  }

  /**
   * Returns whether the task uses the submitted payload after the commit: the task was added, its
   * payload was merged or replaced, or a finished task runs again. Returns false if the existing
   * task stays unchanged.
   */
  default boolean usesSubmittedPayload() {
    return !(this instanceof AlreadyExists || this instanceof AlreadyStarted);
  }

  /**
   * The task was added. If you passed a transaction, or the thread has one, the task exists only
   * after that transaction has committed.
   */
  record Added(UUID taskId) implements AddResult {}

  /**
   * A task with this id or unique key exists. It may have finished, and its row may even have been
   * deleted: {@link Unique#forAtLeast} can keep a key longer than the row. Nothing was written, and
   * the transaction can continue.
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
