package dev.baton.tck.table;

import dev.baton.task.internal.TaskKey;
import java.time.Duration;
import java.time.Instant;

/**
 * A key as its task remembers it, in order to settle it at its end and to take it anew.
 *
 * @param name the key
 * @param atLeastUntil until when it stays taken, however early the task ends
 * @param whileKept whether it stays taken while the finished task is kept
 */
public record KeyClaim(KeyName name, Instant atLeastUntil, boolean whileKept) {

  public static KeyClaim of(String type, TaskKey key, Instant addedAt) {
    // An id names its finished row too, so it is taken as long as there is one.
    boolean whileKept = key.retention().whileKept() || key.kind() == TaskKey.Kind.ID;
    Duration atLeast = key.retention().atLeast();
    // Without a hold it is free at the end, also if the clock is put back before that.
    Instant until = atLeast.isZero() ? Instant.EPOCH : addedAt.plus(atLeast);
    return new KeyClaim(KeyName.of(type, key), until, whileKept);
  }

  /** When the key of a task that ends now is free again. */
  public Instant expiry(Instant keepUntil) {
    return whileKept && keepUntil.isAfter(atLeastUntil) ? keepUntil : atLeastUntil;
  }
}
