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

  /** The task will exist when the transaction commits. */
  record Added(UUID taskId) implements AddResult {}

  /** A task with this id or unique key exists; nothing was written and the transaction is sound. */
  record AlreadyExists(UUID taskId) implements AddResult {}
}
