package dev.baton.management.access;

import dev.baton.operate.TaskInfo;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One task that a user wants to see or change.
 *
 * @param key the flow key; empty for a task without one
 * @param id null for a task that doesn't exist yet
 */
public record Subject(String type, String bucket, String key, @Nullable UUID id) {

  /** Returns the subject of an existing or former task. */
  public static Subject task(TaskInfo task) {
    return new Subject(task.type(), task.bucket(), task.key(), task.id());
  }
}
