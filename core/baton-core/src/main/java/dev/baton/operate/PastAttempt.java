package dev.baton.operate;

import dev.baton.task.LastOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a task's history: an attempt that failed or was lost, the attempt that made the task
 * DONE, or the end of the task by a person. A repeating task also has entries for successful runs
 * if its definition keeps them.
 *
 * @param number number of the attempt; see {@link dev.baton.handler.Attempt#number}
 * @param owner the claim that owned the task at that time; null if no node ran it
 * @param claimedAt time of the claim; null if no node had claimed the task
 * @param endedAt time when this entry was written
 * @param outcome FAILURE, LOST or SUCCESS; NONE if no attempt ended, for example because the task
 *     was cancelled
 * @param error the error or reason, at most 8,000 characters; empty for a success
 */
public record PastAttempt(
    int number,
    @Nullable UUID owner,
    @Nullable Instant claimedAt,
    Instant endedAt,
    LastOutcome outcome,
    String error) {

  /** Returns the time from the claim to the end; null if no node ran the task. */
  public @Nullable Duration took() {
    return claimedAt == null ? null : Duration.between(claimedAt, endedAt);
  }
}
