package dev.baton.task.rule;

import dev.baton.task.Status;
import dev.baton.task.internal.Labels;
import dev.baton.task.internal.TaskKey;
import dev.baton.task.internal.TaskSpec;
import java.util.List;
import java.util.Map;
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
 * @param labels by which people find it
 */
public record NewTask(
    UUID id,
    TaskSpec spec,
    NextPosition placement,
    List<TaskKey> keys,
    @Nullable Waits waits,
    Map<String, String> labels) {
  public NewTask {
    keys = List.copyOf(keys);
    labels = labels.isEmpty() ? Map.of() : Labels.checked(labels);
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

  /** A task without labels. */
  public NewTask(
      UUID id, TaskSpec spec, NextPosition placement, List<TaskKey> keys, @Nullable Waits waits) {
    this(id, spec, placement, keys, waits, Map.of());
  }

  /** A task that waits for no other. */
  public NewTask(UUID id, TaskSpec spec, NextPosition placement, List<TaskKey> keys) {
    this(id, spec, placement, keys, null);
  }

  /** Whether the caller chose its id, or the id follows from what the task is about. */
  public boolean hasOwnId() {
    return keys.stream().anyMatch(key -> key.kind() == TaskKey.Kind.ID);
  }

  /** Whether it has its turn among the tasks of its type and key. */
  public boolean isInOrder() {
    return waits != null && waits.inOrder();
  }
}
