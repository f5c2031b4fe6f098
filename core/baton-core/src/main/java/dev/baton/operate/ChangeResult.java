package dev.baton.operate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a change of one task. Immutable. */
public final class ChangeResult {

  /** The kind of result. Newer versions may add others. */
  public enum Kind {
    /** The change was made. */
    DONE,
    /** The task has changed since the version that the caller read; nothing was changed. */
    STALE,
    /** The task's status doesn't allow the change, or its unique key is taken. */
    NOT_ALLOWED,
    /** The task does not exist, or is no longer kept. */
    NOT_FOUND
  }

  private static final ChangeResult DONE = new ChangeResult(Kind.DONE, "The change was made", null);

  private final Kind kind;
  private final String reason;
  private final @Nullable TaskInfo current;

  private ChangeResult(Kind kind, String reason, @Nullable TaskInfo current) {
    this.kind = kind;
    this.reason = reason;
    this.current = current;
  }

  /** Returns the result of a change that was made. */
  public static ChangeResult done() {
    return DONE;
  }

  /** Returns the result of a change that was not made. */
  public static ChangeResult refused(Kind kind, String reason) {
    return new ChangeResult(kind, reason, null);
  }

  /** Returns a copy with the task as it is now. */
  public ChangeResult with(TaskInfo now) {
    return new ChangeResult(kind, reason, now);
  }

  /** Returns the kind of result. */
  public Kind kind() {
    return kind;
  }

  /** Returns whether the change was made. */
  public boolean isDone() {
    return kind == Kind.DONE;
  }

  /**
   * Returns whether the change was refused because the task has changed since the version that the
   * caller read.
   */
  public boolean isStale() {
    return kind == Kind.STALE;
  }

  /** Returns why the change was not made, as text for people. */
  public String reason() {
    return reason;
  }

  /**
   * Returns the task as it is now, if a single change was refused because of its current state.
   * Empty after a successful change, and in a bulk operation.
   */
  public Optional<TaskInfo> current() {
    return Optional.ofNullable(current);
  }

  @Override
  public String toString() {
    return kind + ": " + reason;
  }
}
