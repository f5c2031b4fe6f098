package dev.baton.api.error;

import java.util.UUID;

/**
 * The attempt that wanted to write no longer owns the task, because the task was cancelled, taken
 * by another change, or lost.
 */
public final class LeaseLostException extends BatonException {
  private static final long serialVersionUID = 1L;

  private final UUID taskId;

  public LeaseLostException(UUID taskId) {
    super("Task " + taskId + " no longer belongs to this attempt; its write is ignored");
    this.taskId = taskId;
  }

  /** Returns the id of the task. */
  public UUID taskId() {
    return taskId;
  }
}
