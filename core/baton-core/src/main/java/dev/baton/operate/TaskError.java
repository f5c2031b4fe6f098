package dev.baton.operate;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A task that stands in ERROR, that is retried after an attempt that failed, or that ended FAILED.
 *
 * @param error how its latest error begins, up to 500 characters; empty where it says nothing
 */
public record TaskError(FoundTask task, String error) {

  /** A task with its own among the errors, or the one that it ended with. */
  public static TaskError of(FoundTask task, Map<UUID, String> errors) {
    String said = task instanceof FoundTask.Finished ended ? ended.task().error() : null;
    return new TaskError(task, errors.getOrDefault(task.id(), said == null ? "" : said));
  }

  /** Where a task with an error stands. */
  public enum Standing {
    /** It needs a person. */
    ERROR,
    /** It waits for its next attempt. */
    RETRYING,
    /** It has ended, and is kept. */
    FAILED
  }

  public Standing standing() {
    return switch (task.status()) {
      case ERROR -> Standing.ERROR;
      case FAILED -> Standing.FAILED;
      default -> Standing.RETRYING;
    };
  }

  /** When it came to stand so. */
  public Instant at() {
    return task instanceof FoundTask.Finished ended
        ? ended.task().finishedAt()
        : ((FoundTask.Live) task).task().lastAction();
  }

  public ErrorCause cause() {
    return ErrorCause.of(error);
  }
}
