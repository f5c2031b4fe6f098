package dev.baton.tck.table;

import dev.baton.operate.PastAttempt;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finished task.
 *
 * @param claimedAt when the claim that ended the task was made; null if no node ran it
 * @param keys the keys that the task would have to take again
 */
public record FinishedRow(FinishedTask task, @Nullable Instant claimedAt, List<KeyClaim> keys) {
  /** Returns the attempt that completed the task, if it is DONE. */
  public Stream<PastAttempt> goodAttempt() {
    return task.status() == Status.DONE
        ? Stream.of(
            new PastAttempt(
                task.attempts(),
                task.owner(),
                claimedAt,
                task.finishedAt(),
                LastOutcome.SUCCESS,
                ""))
        : Stream.of();
  }
}
