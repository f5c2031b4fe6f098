package dev.baton.tck.table;

import dev.baton.task.row.TaskKey;
import java.time.Duration;
import java.time.Instant;

/**
 * A key as its task stores it, to settle the key at the task's end and to take it again.
 *
 * @param name the key
 * @param atLeastUntil until when the key stays taken, however early the task ends
 * @param whileKept whether the key stays taken while the finished task is kept
 */
public record KeyClaim(KeyName name, Instant atLeastUntil, boolean whileKept) {

  public static KeyClaim of(String type, TaskKey key, Instant addedAt) {
    // An id also identifies the finished row, so the id is taken while that row exists.
    boolean whileKept = key.retention().whileKept() || key.kind() == TaskKey.Kind.ID;
    Duration atLeast = key.retention().atLeast();
    // Without a minimum retention the key is free at the task's end, even if the clock was set back
    // before.
    Instant until = atLeast.isZero() ? Instant.EPOCH : addedAt.plus(atLeast);
    return new KeyClaim(KeyName.of(type, key), until, whileKept);
  }

  /** Returns when the key of a task that ends now is free again. */
  public Instant expiry(Instant keepUntil) {
    return whileKept && keepUntil.isAfter(atLeastUntil) ? keepUntil : atLeastUntil;
  }
}
