package dev.baton.task.row;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A finished task whose row is still kept.
 *
 * @param id the task
 * @param spec its type, payload and other fixed values
 * @param status DONE, FAILED or CANCELLED
 * @param version the version of the finished row: one more than the last live version
 * @param owner the claim whose attempt finished the task; null if no node was running it
 * @param attempts number of started attempts; see {@link Position.Counts}
 * @param losses number of lost attempts
 * @param state the application's own state at the end
 * @param result the handler's result, or null
 * @param error why the task failed or was cancelled; null if no reason is stored
 * @param createdAt time when the task was added
 * @param finishedAt time when the task finished
 * @param keepUntil time after which the row may be removed
 */
public record FinishedTask(
    UUID id,
    TaskSpec spec,
    Status status,
    long version,
    @Nullable UUID owner,
    int attempts,
    int losses,
    String state,
    @Nullable Bytes result,
    @Nullable String error,
    Instant createdAt,
    Instant finishedAt,
    Instant keepUntil) {

  public FinishedTask {
    if (!status.isFinished()) {
      throw new IllegalArgumentException(status + " is a live status");
    }
  }

  /** Returns this task without its payload, context and result. */
  public FinishedTask outline() {
    return new FinishedTask(
        id,
        spec.outline(),
        status,
        version,
        owner,
        attempts,
        losses,
        state,
        null,
        error,
        createdAt,
        finishedAt,
        keepUntil);
  }
}
