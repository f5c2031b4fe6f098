package dev.baton.api.error;

import java.util.UUID;

/** A task whose result is awaited has ended without one. */
public final class TaskNotDoneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** How it ended. */
  public enum End {
    /** It failed and was given up. */
    FAILED,
    /** It was cancelled. */
    CANCELLED,
    /**
     * It isn't there: it ended and nothing of it is kept, its retention is over, or it never was.
     */
    GONE,
    /** The transaction it was added in was rolled back. */
    ROLLED_BACK,
    /** This node has stopped watching; the task goes on. */
    NOT_WATCHED
  }

  private final UUID taskId;
  private final End end;

  public TaskNotDoneException(UUID taskId, End end, String why) {
    super("Task " + taskId + " has no result (" + end + "): " + why);
    this.taskId = taskId;
    this.end = end;
  }

  public UUID taskId() {
    return taskId;
  }

  public End end() {
    return end;
  }
}
