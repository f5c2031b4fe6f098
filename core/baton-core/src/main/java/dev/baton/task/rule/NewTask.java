package dev.baton.task.rule;

import dev.baton.task.Status;
import dev.baton.task.row.Labels;
import dev.baton.task.row.TaskKey;
import dev.baton.task.row.TaskSpec;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task that will be inserted.
 *
 * @param id its id
 * @param spec its specification
 * @param placement its first position, with version 1
 * @param keys the id and unique keys that no other task may have when this one is inserted
 * @param waits the tasks that it waits for as BLOCKED; null if it waits for none
 * @param labels labels by which operators can search for the task
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
      throw new IllegalArgumentException("A task must be keyed if and only if it has keys");
    }
    if (waits != null && placement.status() != Status.BLOCKED) {
      throw new IllegalArgumentException("A task that waits for others must start BLOCKED");
    }
    if (waits != null && waits.isFor(id)) {
      throw new IllegalArgumentException("Task " + id + " can't wait for itself");
    }
  }

  /** Creates a task without labels. */
  public NewTask(
      UUID id, TaskSpec spec, NextPosition placement, List<TaskKey> keys, @Nullable Waits waits) {
    this(id, spec, placement, keys, waits, Map.of());
  }

  /** Creates a task that waits for no other task. */
  public NewTask(UUID id, TaskSpec spec, NextPosition placement, List<TaskKey> keys) {
    this(id, spec, placement, keys, null);
  }

  /** Returns whether the caller chose the id or Baton derived it from the task's identity. */
  public boolean hasOwnId() {
    return keys.stream().anyMatch(key -> key.kind() == TaskKey.Kind.ID);
  }

  /** Returns whether the task is ordered. */
  public boolean isInOrder() {
    return waits != null && waits.inOrder();
  }
}
