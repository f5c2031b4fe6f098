package dev.baton.task;

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
 * @param end how it ended
 * @param times when it was added and ended, and how long it is kept
 */
public record FinishedTask(
    UUID id,
    TaskSpec spec,
    Status status,
    long version,
    @Nullable UUID owner,
    End end,
    Times times) {

  /**
   * How a task ended.
   *
   * @param attempts attempts started since it last made progress
   * @param losses attempts whose holder was lost
   * @param state the application's own state at the end
   * @param result what its handler answered, or null
   * @param error why it failed or was cancelled, or null
   */
  public record End(
      int attempts, int losses, String state, @Nullable Bytes result, @Nullable String error) {}

  /**
   * The times of a finished task.
   *
   * @param createdAt when it was added
   * @param finishedAt when it ended
   * @param keepUntil when it may be pruned
   */
  public record Times(Instant createdAt, Instant finishedAt, Instant keepUntil) {}

  public FinishedTask {
    if (!status.isFinished()) {
      throw new IllegalArgumentException(status + " is a live status");
    }
  }

  public int attempts() {
    return end.attempts;
  }

  public int losses() {
    return end.losses;
  }

  public String state() {
    return end.state;
  }

  public @Nullable Bytes result() {
    return end.result;
  }

  public @Nullable String error() {
    return end.error;
  }

  public Instant createdAt() {
    return times.createdAt;
  }

  public Instant finishedAt() {
    return times.finishedAt;
  }

  public Instant keepUntil() {
    return times.keepUntil;
  }

  /** The same task without its payload, context and result. */
  public FinishedTask outline() {
    End shown = new End(end.attempts, end.losses, end.state, null, end.error);
    return new FinishedTask(id, spec.outline(), status, version, owner, shown, times);
  }
}
