package dev.baton.api.error;

import java.util.UUID;

/**
 * The attempt no longer owns the task, so its write had no effect. The task was cancelled or
 * changed by a signal, or the attempt's lease expired.
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
