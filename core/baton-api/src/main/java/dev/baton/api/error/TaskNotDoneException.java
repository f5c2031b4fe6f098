package dev.baton.api.error;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a wait for a task's result if there is none: the task failed, was cancelled, stopped in
 * ERROR or does not exist, or this node stopped waiting. See {@link #end}.
 */
public final class TaskNotDoneException extends BatonException {
  private static final long serialVersionUID = 1L;

  /** The end of the task or of the wait. */
  public enum End {
    /** The task is FAILED. */
    FAILED,
    /**
     * The task is in ERROR, and a person may still fix it. Only the waits of a handle that {@link
     * dev.baton.api.TaskHandle#failOnError} returned end like this.
     */
    ERROR,
    /** The task was cancelled. */
    CANCELLED,
    /**
     * The task does not exist: it was never added, it ended and its row is no longer kept, or the
     * transaction that adds it does not report its end and has not committed within a minute.
     */
    GONE,
    /** The transaction that added the task was rolled back. */
    ROLLED_BACK,
    /**
     * The node no longer watches the task, for example because the node was stopped. The task
     * continues.
     */
    NOT_WATCHED
  }

  private final UUID taskId;
  private final @Nullable String type;
  private final End end;
  private final @Nullable String error;

  /** Creates an exception for a task whose row was not read. */
  public TaskNotDoneException(UUID taskId, End end, String why) {
    super("Task " + taskId + " has no result (" + end + "): " + why);
    this.taskId = taskId;
    this.type = null;
    this.end = end;
    this.error = null;
  }

  /**
   * Creates an exception for a task whose row was read.
   *
   * @param error the stored reason of the failure; null if none is stored
   */
  public TaskNotDoneException(UUID taskId, String type, End end, @Nullable String error) {
    super(
        ("Task %s of type %s has no result (%s): %s")
            .formatted(
                taskId,
                type,
                end,
                error == null ? "no reason given" : error.lines().findFirst().orElse("")));
    this.taskId = taskId;
    this.type = type;
    this.end = end;
    this.error = error;
  }

  /**
   * Copies an exception that another thread created, to throw it on this thread with this thread's
   * stack trace.
   */
  public TaskNotDoneException(TaskNotDoneException found) {
    super(found.getMessage(), found);
    this.taskId = found.taskId;
    this.type = found.type;
    this.end = found.end;
    this.error = found.error;
  }

  /** Returns the id of the task. */
  public UUID taskId() {
    return taskId;
  }

  /** Returns the task's type; null if the task wasn't found. */
  public @Nullable String type() {
    return type;
  }

  /** Returns how the task or the wait ended. */
  public End end() {
    return end;
  }

  /**
   * Returns why the task failed or was cancelled: the reason that its handler gave, or the stack
   * trace of its exception, limited to the first 4,000 characters. Null if no reason is stored.
   */
  public @Nullable String error() {
    return error;
  }
}
