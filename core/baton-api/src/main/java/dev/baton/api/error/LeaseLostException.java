package dev.baton.api.error;

import java.util.UUID;

/**
 * The task is no longer held by the attempt that wanted to write: it was cancelled, ejected or
 * lost.
 */
public final class LeaseLostException extends BatonException {
  private static final long serialVersionUID = 1L;

  private final UUID taskId;

  public LeaseLostException(UUID taskId) {
    super("Task " + taskId + " is no longer held by this attempt; what it did is ignored");
    this.taskId = taskId;
  }

  public UUID taskId() {
    return taskId;
  }
}
