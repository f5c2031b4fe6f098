package dev.baton.operate;

import java.util.Optional;

/** The result of a change to one task. Baton implements it; your tests may implement it, too. */
public interface ChangeResult {

  /** The kinds of results. Newer versions may add kinds. */
  enum Kind {
    /** The change was made. */
    DONE,
    /** In a dry run: the change would be made. Nothing was changed. */
    WOULD_CHANGE,
    /**
     * The task has changed since the version that the caller read or, in a bulk operation, could
     * not be written; nothing was changed.
     */
    STALE,
    /** The task's status doesn't allow the change, or its unique key is taken. */
    NOT_ALLOWED,
    /** The task does not exist, or is no longer kept. */
    NOT_FOUND
  }

  /** Returns the kind of result. */
  Kind kind();

  /** Returns whether the change was made. */
  default boolean isDone() {
    return kind() == Kind.DONE;
  }

  /** Returns whether this is the result of a dry run that would make the change. */
  default boolean wouldChange() {
    return kind() == Kind.WOULD_CHANGE;
  }

  /**
   * Returns whether the change was refused because the task has changed since the version that the
   * caller read or, in a bulk operation, could not be written.
   */
  default boolean isStale() {
    return kind() == Kind.STALE;
  }

  /** Returns why the change was not made, as text for display. */
  String reason();

  /**
   * Returns the current task if a change to a single task was refused because of the task's state.
   * Empty after a successful change, and in a bulk operation.
   */
  Optional<TaskInfo> current();
}
