package dev.baton.operate;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An audit entry that you write yourself with {@link Operations#note(OperatorNote)}. Write one when
 * a person views data, such as a payload, or changes something without {@link Operations}.
 * Immutable.
 */
public final class OperatorNote {
  private final String action;
  private final @Nullable UUID task;
  private final @Nullable Long version;
  private final @Nullable String detail;

  private OperatorNote(
      String action, @Nullable UUID task, @Nullable Long version, @Nullable String detail) {
    this.action = action;
    this.task = task;
    this.version = version;
    this.detail = detail;
  }

  /**
   * Returns a note about an action.
   *
   * @param action 1–40 characters, such as {@code VIEW_PAYLOAD}
   */
  public static OperatorNote of(String action) {
    return new OperatorNote(action, null, null, null);
  }

  /** Returns a copy that names a task and its version. */
  public OperatorNote task(UUID id, long atVersion) {
    return new OperatorNote(action, id, atVersion, detail);
  }

  /**
   * Returns a copy with a detail.
   *
   * @param text text without secrets, at most 2,000 characters
   */
  public OperatorNote detail(String text) {
    return new OperatorNote(action, task, version, text);
  }

  /** Returns the action. */
  public String action() {
    return action;
  }

  /** Returns the task's id; null if the note is not about one task. */
  public @Nullable UUID taskId() {
    return task;
  }

  /** Returns the task's version; null if the note is not about one task. */
  public @Nullable Long version() {
    return version;
  }

  /** Returns the detail; null for none. */
  public @Nullable String detail() {
    return detail;
  }
}
