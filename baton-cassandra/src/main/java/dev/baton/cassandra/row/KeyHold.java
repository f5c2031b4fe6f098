package dev.baton.cassandra.row;

import dev.baton.task.TaskKey;
import java.time.Instant;
import java.util.UUID;

/**
 * A unique key as the task that has it remembers it.
 *
 * @param type the task type in which it is unique
 * @param token names the registration under which the task got it
 * @param until until when it is taken though the task ends before
 * @param whileKept whether it is also taken as long as the finished task is kept
 * @param isSettled whether the task has ended: the key is free then
 */
public record KeyHold(
    String type, String text, UUID token, Instant until, boolean whileKept, boolean isSettled) {

  /** The hold of a task that is added now. */
  public static KeyHold of(String type, TaskKey key, UUID token, Instant now) {
    return new KeyHold(
        type, key.text(), token, now.plus(key.hold().atLeast()), key.hold().whileKept(), false);
  }

  /** The same, of a task that has ended and is kept until then. */
  public KeyHold settledAt(Instant keepUntil) {
    boolean longer = whileKept && keepUntil.isAfter(until);
    return isSettled
        ? this
        : new KeyHold(type, text, token, longer ? keepUntil : until, whileKept, true);
  }

  /** Whether the key is taken by it. */
  public boolean holdsAt(Instant now) {
    return !isSettled || until.isAfter(now);
  }
}
