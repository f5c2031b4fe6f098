package dev.baton.engine.base;

import dev.baton.cluster.LogNames;
import dev.baton.task.row.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts a task's id and type into the log context while the engine logs about the task. A search for
 * the id then finds the lines of the engine together with those of the handler. Immutable.
 *
 * @param names the keys of the log context that the node's builder has set
 */
public record TaskLog(LogNames names) {

  /** Runs code that logs lines about the task. */
  public void about(Task task, Runnable lines) {
    about(task.id(), task.spec().type(), lines);
  }

  /** Runs code that logs lines about the task, like {@link #about(Task, Runnable)}. */
  public void about(UUID id, String type, Runnable lines) {
    @Nullable String outerId = MDC.get(names.taskId());
    @Nullable String outerType = MDC.get(names.taskType());
    MDC.put(names.taskId(), id.toString());
    MDC.put(names.taskType(), type);
    try {
      lines.run();
    } finally {
      restore(names.taskId(), outerId);
      restore(names.taskType(), outerType);
    }
  }

  private static void restore(String name, @Nullable String value) {
    if (value == null) {
      MDC.remove(name);
    } else {
      MDC.put(name, value);
    }
  }
}
