package dev.baton.task.rule;

import dev.baton.task.Status;
import dev.baton.task.TaskKey;
import dev.baton.task.TaskSpec;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task about to be inserted.
 *
 * @param id its id
 * @param spec what it is
 * @param placement where it starts; version 1
 * @param keys the keys that must be free
 * @param waits what it waits for, being BLOCKED until then; null for nothing
 */
public record NewTask(
    UUID id, TaskSpec spec, Placement placement, List<TaskKey> keys, @Nullable Waits waits) {
  public NewTask {
    keys = List.copyOf(keys);
    if (spec.keyed() == keys.isEmpty()) {
      throw new IllegalArgumentException("A task is keyed exactly when it has keys");
    }
    if (waits != null && placement.status() != Status.BLOCKED) {
      throw new IllegalArgumentException("A task that waits for others starts BLOCKED");
    }
    if (waits != null && waits.isFor(id)) {
      throw new IllegalArgumentException("Task " + id + " can't wait for itself");
    }
  }

  /** A task that waits for no other. */
  public NewTask(UUID id, TaskSpec spec, Placement placement, List<TaskKey> keys) {
    this(id, spec, placement, keys, null);
  }
}
