package dev.baton.task.internal;

import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task whose life has ended and whose row is kept for a while.
 *
 * @param id the task
 * @param spec what it was
 * @param status DONE, FAILED or CANCELLED
 * @param version the version under which it finished: its last holder's version plus one
 * @param owner the claim that finished it; null when no node held it
 * @param attempts attempts started since it last made progress
 * @param losses attempts whose holder was lost
 * @param state the application's own state at the end
 * @param result what its handler answered, or null
 * @param error why it failed or was cancelled, or null
 * @param createdAt when it was added
 * @param finishedAt when it ended
 * @param keepUntil when it may be pruned
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
