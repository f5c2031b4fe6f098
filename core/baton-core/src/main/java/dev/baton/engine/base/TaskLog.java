package dev.baton.engine.base;

import dev.baton.cluster.LogNames;
import dev.baton.task.internal.Task;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Names a task in the log context while the engine logs lines about it, so that a search for the
 * task's id finds them beside the handler's own. Immutable.
 *
 * @param names as the node's builder says
 */
public record TaskLog(LogNames names) {

  /** Runs what logs about the task. */
  public void about(Task task, Runnable lines) {
    about(task.id(), task.spec().type(), lines);
  }

  /** As {@link #about(Task, Runnable)}. */
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
