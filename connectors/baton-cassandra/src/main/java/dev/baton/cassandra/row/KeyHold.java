package dev.baton.cassandra.row;

import dev.baton.task.row.TaskKey;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A unique key as stored in the row of the task that has it.
 *
 * @param type the task type in which it is unique
 * @param token identifies the registration through which the task got it
 * @param atLeastUntil the time until which it stays taken even if the task ends earlier
 * @param whileKept whether it also stays taken while the finished task is kept
 * @param until the time until which the finished task's key stays taken; null while the task is
 *     live
 */
public record KeyHold(
    String type,
    String text,
    UUID token,
    Instant atLeastUntil,
    boolean whileKept,
    @Nullable Instant until) {

  /** Returns the hold of a task that is added now. */
  public static KeyHold of(String type, TaskKey key, UUID token, Instant now) {
    Duration atLeast = key.retention().atLeast();
    // Without a hold time the key is free at the task's end, even if the clock is set back before
    // that.
    Instant atLeastUntil = atLeast.isZero() ? Instant.EPOCH : now.plus(atLeast);
    return new KeyHold(type, key.text(), token, atLeastUntil, key.retention().whileKept(), null);
  }

  /** Returns the hold of the task after it has ended, if it is kept until the given time. */
  public KeyHold settledAt(Instant keepUntil) {
    boolean longer = whileKept && keepUntil.isAfter(atLeastUntil);
    return until == null ? with(token, longer ? keepUntil : atLeastUntil) : this;
  }

  /** Returns the hold of a task that runs again, under another registration. */
  public KeyHold again(UUID other) {
    return with(other, null);
  }

  private KeyHold with(UUID otherToken, @Nullable Instant time) {
    return new KeyHold(type, text, otherToken, atLeastUntil, whileKept, time);
  }

  /** Returns whether the key is taken at this time. */
  public boolean holdsAt(Instant now) {
    return until == null || until.isAfter(now);
  }
}
