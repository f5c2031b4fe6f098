package dev.baton.api.error;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An awaited task has ended without a result, or needs a person. */
public final class TaskNotDoneException extends BatonException {
  private static final long serialVersionUID = 1L;

  /** How it ended. */
  public enum End {
    /** The task is FAILED. */
    FAILED,
    /**
     * The task is in ERROR: a person may still mend it. Only waits of {@link
     * dev.baton.api.TaskHandle#failOnError} end like this.
     */
    ERROR,
    /** The task was cancelled. */
    CANCELLED,
    /** There is no such task: it never was, or it ended and its row is no longer kept. */
    GONE,
    /** The transaction it was added in was rolled back. */
    ROLLED_BACK,
    /** This node has stopped watching; the task goes on. */
    NOT_WATCHED
  }

  private final UUID taskId;
  private final @Nullable String type;
  private final End end;
  private final @Nullable String error;

  /** Of a task of which nothing else is known. */
  public TaskNotDoneException(UUID taskId, End end, String why) {
    super("Task " + taskId + " has no result (" + end + "): " + why);
    this.taskId = taskId;
    this.type = null;
    this.end = end;
    this.error = null;
  }

  /**
   * Of a task that was read.
   *
   * @param error what is stored of its failure; null where nothing is
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

  /** Of a task that another thread found to have ended so, to be thrown on this one. */
  public TaskNotDoneException(TaskNotDoneException found) {
    super(found.getMessage(), found);
    this.taskId = found.taskId;
    this.type = found.type;
    this.end = found.end;
    this.error = found.error;
  }

  public UUID taskId() {
    return taskId;
  }

  /** Its type; null where the task wasn't found. */
  public @Nullable String type() {
    return type;
  }

  public End end() {
    return end;
  }

  /**
   * Why it failed or was cancelled, as it is stored: the reason its handler gave, or the stack
   * trace of what it threw, its first 4,000 characters. Null where nothing is stored.
   */
  public @Nullable String error() {
    return error;
  }
}
