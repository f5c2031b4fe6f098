package dev.baton.management.access;

import org.jspecify.annotations.Nullable;

/**
 * All tasks with the given type, bucket and key, now and in the future.
 *
 * @param type null for tasks of any type
 * @param bucket null for tasks in any bucket
 * @param key the flow key, empty for tasks without one; null for tasks with any key or none
 */
public record Scope(@Nullable String type, @Nullable String bucket, @Nullable String key) {
  private static final Scope EVERY_TASK = new Scope(null, null, null);

  /** Returns the scope of all tasks. */
  public static Scope everyTask() {
    return EVERY_TASK;
  }

  /** Returns the scope of this type and bucket, with any key. */
  public static Scope of(String type, String bucket) {
    return new Scope(type, bucket, null);
  }

  /** Returns the scope of this type, bucket and key. */
  public static Scope of(String type, String bucket, String key) {
    return new Scope(type, bucket, key);
  }
}
