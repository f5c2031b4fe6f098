package dev.baton.operate;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something for the audit that was seen, or changed by other means than {@link Operations}: that a
 * payload was looked at, that a type was paused. Immutable.
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
   * Returns a note about this action.
   *
   * @param action 1–40 characters, such as {@code VIEW_PAYLOAD}
   */
  public static OperatorNote of(String action) {
    return new OperatorNote(action, null, null, null);
  }

  /** Returns a copy that is about a task, at this version. */
  public OperatorNote task(UUID id, long atVersion) {
    return new OperatorNote(action, id, atVersion, detail);
  }

  /**
   * Returns a copy with a detail.
   *
   * @param text nothing that may be secret; at most 2,000 characters
   */
  public OperatorNote detail(String text) {
    return new OperatorNote(action, task, version, text);
  }

  public String action() {
    return action;
  }

  /** Null when it isn't about one task. */
  public @Nullable UUID taskId() {
    return task;
  }

  /** Null when it isn't about one task. */
  public @Nullable Long version() {
    return version;
  }

  /** Null for none. */
  public @Nullable String detail() {
    return detail;
  }
}
