package dev.baton.cassandra.row;

import dev.baton.task.internal.TaskKey;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A unique key as the task that has it remembers it.
 *
 * @param type the task type in which it is unique
 * @param token names the registration under which the task got it
 * @param atLeastUntil until when it is taken though the task ends before
 * @param whileKept whether it is also taken as long as the finished task is kept
 * @param until until when it is taken, since the task has ended; null while it lives
 */
public record KeyHold(
    String type,
    String text,
    UUID token,
    Instant atLeastUntil,
    boolean whileKept,
    @Nullable Instant until) {

  /** The hold of a task that is added now. */
  public static KeyHold of(String type, TaskKey key, UUID token, Instant now) {
    Duration atLeast = key.retention().atLeast();
    // Without a hold it is free at the end, also if the clock is put back before that.
    Instant atLeastUntil = atLeast.isZero() ? Instant.EPOCH : now.plus(atLeast);
    return new KeyHold(type, key.text(), token, atLeastUntil, key.retention().whileKept(), null);
  }

  /** The same, of a task that has ended and is kept until then. */
  public KeyHold settledAt(Instant keepUntil) {
    boolean longer = whileKept && keepUntil.isAfter(atLeastUntil);
    return until == null ? with(token, longer ? keepUntil : atLeastUntil) : this;
  }

  /** The same, of a task that lives again, under another registration. */
  public KeyHold again(UUID other) {
    return with(other, null);
  }

  private KeyHold with(UUID otherToken, @Nullable Instant time) {
    return new KeyHold(type, text, otherToken, atLeastUntil, whileKept, time);
  }

  /** Whether the key is taken by it. */
  public boolean holdsAt(Instant now) {
    return until == null || until.isAfter(now);
  }
}
