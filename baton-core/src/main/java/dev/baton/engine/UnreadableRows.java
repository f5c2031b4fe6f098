package dev.baton.engine;

import dev.baton.api.TaskEvent;
import dev.baton.spi.TaskStore;
import dev.baton.task.RowFault;
import dev.baton.task.Task;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops tasks whose rows can't be read, each alone, so that the others go on. Thread-safe. */
public final class UnreadableRows {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadableRows.class);

  private final TaskStore store;
  private final Events events;

  public UnreadableRows(NodeContext node) {
    this.store = node.store();
    this.events = node.events();
  }

  /** Those that can be read; the others are stopped in ERROR and told of. */
  public List<Task> stopped(List<Task> found) {
    if (found.stream().allMatch(task -> task.fault() == null)) {
      return found;
    }
    List<Task> readable = new ArrayList<>();
    for (Task task : found) {
      RowFault fault = task.fault();
      if (fault == null) {
        readable.add(task);
      } else {
        stop(task, fault);
      }
    }
    return readable;
  }

  private void stop(Task task, RowFault fault) {
    // One that is locked, or has changed since, is found again if it needs to be.
    if (store.stop(task.id(), fault.version(), fault.advice())) {
      LOG.error(
          "The row of task {} can't be read: {}. The task stops in ERROR. Correct the row in"
              + " baton_task and retry the task, or cancel it",
          task.id(),
          fault.reason());
      events.emit(
          new TaskEvent.Unreadable(
              task.id(), task.spec().flow(), task.spec().bucket(), fault.reason()));
    }
  }
}
