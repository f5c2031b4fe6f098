package dev.baton.management.access;

import dev.baton.task.TaskSpec;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to do something with: one task, what has a type or a bucket in common, or
 * nothing in particular.
 *
 * @param type null when it isn't about one type
 * @param bucket null when it isn't about one bucket
 * @param key the flow key, empty for tasks without one; null when it isn't about one
 * @param id the task; null when it isn't about one
 */
public record Subject(
    @Nullable String type, @Nullable String bucket, @Nullable String key, @Nullable UUID id) {
  private static final Subject ANYTHING = new Subject(null, null, null, null);

  /**
   * Nothing in particular. The question is then whether the principal may do it at all, be it with
   * some tasks only: each of them is asked for when its turn comes.
   */
  public static Subject anything() {
    return ANYTHING;
  }

  /** One task. */
  public static Subject task(UUID id, TaskSpec spec) {
    return new Subject(spec.type(), spec.bucket(), spec.key(), id);
  }

  /** Whether it is about nothing in particular. */
  public boolean isAnything() {
    return equals(ANYTHING);
  }
}
