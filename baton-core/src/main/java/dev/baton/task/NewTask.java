package dev.baton.task;

import java.util.List;
import java.util.UUID;

/**
 * A task about to be inserted.
 *
 * @param id its id
 * @param spec what it is
 * @param placement where it starts; version 1
 * @param keys the keys that must be free
 */
public record NewTask(UUID id, TaskSpec spec, Placement placement, List<TaskKey> keys) {
  public NewTask {
    keys = List.copyOf(keys);
    if (spec.keyed() == keys.isEmpty()) {
      throw new IllegalArgumentException("A task is keyed exactly when it has keys");
    }
  }
}
