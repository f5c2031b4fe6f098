package dev.baton.management.access;

import org.jspecify.annotations.Nullable;

/**
 * All tasks that have what is named in common, those that are there and those that will come.
 *
 * @param type null for tasks of any type
 * @param bucket null for tasks in any bucket
 * @param key the flow key, empty for tasks without one; null for tasks with any key or none
 */
public record Scope(@Nullable String type, @Nullable String bucket, @Nullable String key) {
  private static final Scope EVERY_TASK = new Scope(null, null, null);

  /** Every task there is. */
  public static Scope everyTask() {
    return EVERY_TASK;
  }

  /** The tasks of this type and bucket, whatever their key. */
  public static Scope of(String type, String bucket) {
    return new Scope(type, bucket, null);
  }

  /** The tasks of this type, bucket and key. */
  public static Scope of(String type, String bucket, String key) {
    return new Scope(type, bucket, key);
  }
}
