package dev.baton.operate;

import dev.baton.task.LastOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that failed or was lost, the one by which a task is DONE, or an end that a person
 * made; of tasks that repeat, also a run that went well, where their definition keeps those.
 *
 * @param number which attempt it was, counted since the task last made progress
 * @param owner the claim that held the task then; null when none did
 * @param claimedAt when the owner claimed it; null where no node had claimed it
 * @param endedAt when it was written
 * @param outcome FAILURE, LOST or SUCCESS; NONE when no attempt ended by it, as when the task was
 *     called off
 * @param error what was said; at most 8,000 characters, none of a success
 */
public record PastAttempt(
    int number,
    @Nullable UUID owner,
    @Nullable Instant claimedAt,
    Instant endedAt,
    LastOutcome outcome,
    String error) {

  /** From the claim until the end was written; null when no node held the task. */
  public @Nullable Duration took() {
    return claimedAt == null ? null : Duration.between(claimedAt, endedAt);
  }
}
