package dev.baton.spi.core;

import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reads single tasks. Thread-safe. */
public interface TaskLookups {

  /** Returns the live task with this id; empty if there is none. */
  Optional<Task> find(UUID id);

  /** Returns the finished task with this id whose row is kept; empty if there is none. */
  Optional<FinishedTask> findFinished(UUID id);

  /** Returns which of these tasks are live and which have finished. */
  default LiveAndFinished liveAndFinished(Set<UUID> ids) {
    Set<UUID> live = new LinkedHashSet<>();
    Set<UUID> inError = new LinkedHashSet<>();
    List<FinishedTask> finished = new ArrayList<>();
    for (UUID id : ids) {
      Optional<Task> task = find(id);
      if (task.isPresent()) {
        live.add(id);
        if (task.get().position().status() == Status.ERROR) {
          inError.add(id);
        }
      } else {
        findFinished(id).ifPresent(finished::add);
      }
    }
    return new LiveAndFinished(live, inError, finished);
  }
}
