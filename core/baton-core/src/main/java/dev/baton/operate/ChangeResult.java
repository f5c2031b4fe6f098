package dev.baton.operate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a change of one task. Immutable. */
public final class ChangeResult {

  /** What became of it; newer versions may know others. */
  public enum Kind {
    /** The change was made. */
    DONE,
    /** The task has changed since the version that was seen; nothing was changed. */
    STALE,
    /** The task's status doesn't allow the change, or its unique key is taken. */
    NOT_ALLOWED,
    /** There is no such task, or it is kept no longer. */
    NOT_FOUND
  }

  private static final ChangeResult DONE = new ChangeResult(Kind.DONE, "It is done", null);

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

  public Kind kind() {
    return kind;
  }

  /** Returns whether the change was made. */
  public boolean isDone() {
    return kind == Kind.DONE;
  }

  /** Returns whether the task has changed since the version that was seen. */
  public boolean isStale() {
    return kind == Kind.STALE;
  }

  /** Why the change was not made, for people. */
  public String reason() {
    return reason;
  }

  /**
   * The task as it is now, where a single change was not made because of that; empty for changes
   * that were made, and in a bulk.
   */
  public Optional<TaskInfo> current() {
    return Optional.ofNullable(current);
  }

  @Override
  public String toString() {
    return kind + ": " + reason;
  }
}
