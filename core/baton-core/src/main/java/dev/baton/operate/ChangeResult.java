package dev.baton.operate;

import java.util.Optional;

/** What became of a change of one task. Baton makes it; your tests may, too. */
public interface ChangeResult {

  /** What became of it; newer versions may know others. */
  enum Kind {
    /** The change was made. */
    DONE,
    /** The task has changed since the version that the caller read; nothing was changed. */
    STALE,
    /** The task's status doesn't allow the change, or its unique key is taken. */
    NOT_ALLOWED,
    /** The task does not exist, or is no longer kept. */
    NOT_FOUND
  }

  Kind kind();

  /** Returns whether the change was made. */
  default boolean isDone() {
    return kind() == Kind.DONE;
  }

  /** Returns whether the task has changed since the version that was seen. */
  default boolean isStale() {
    return kind() == Kind.STALE;
  }

  /** Why the change was not made, for people. */
  String reason();

  /**
   * Returns the task as it is now, if a single change was refused because of its current state.
   * Empty after a successful change, and in a bulk operation.
   */
  Optional<TaskInfo> current();
}
