package dev.baton.engine.attempt.scope;

import dev.baton.cluster.LogNames;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Connects a handler's thread with its task. It sets the log context, and passes the parent, the
 * correlation id and the context to the tasks that the handler adds.
 */
public final class TaskScope implements AutoCloseable {
  private static final ThreadLocal<TaskScope> CURRENT = new ThreadLocal<>();

  private final Task task;
  private final @Nullable TaskScope outer;
  private final @Nullable Map<String, String> outerLog;

  private TaskScope(Task task, @Nullable TaskScope outer) {
    this.task = task;
    this.outer = outer;
    this.outerLog = outer == null ? null : MDC.getCopyOfContextMap();
  }

  /** Opens the scope of a task on this thread; close it on the same thread. */
  public static TaskScope open(Task task, LogNames names) {
    TaskScope scope = new TaskScope(task, CURRENT.get());
    scope.enter(names);
    return scope;
  }

  private void enter(LogNames names) {
    CURRENT.set(this);
    // Otherwise the log lines of this task would contain entries that another handler left here.
    MDC.clear();
    MDC.put(names.taskId(), task.id().toString());
    MDC.put(names.taskType(), task.spec().type());
    MDC.put(names.taskVersion(), Long.toString(task.position().version()));
    if (task.spec().subType() != null) {
      MDC.put(names.taskSubType(), task.spec().subType());
    }
  }

  /**
   * Calls a function for a task on any thread. Tasks that the function adds are the task's
   * children.
   */
  static <T> T call(Task task, Supplier<T> call) {
    TaskScope outer = CURRENT.get();
    if (outer != null && outer.taskId().equals(task.id())) {
      return call.get();
    }
    CURRENT.set(new TaskScope(task, null));
    try {
      return call.get();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /**
   * Calls listeners on the thread of a handler that has not started yet. Then it restores the
   * thread's log context and class loader.
   */
  public static void apart(Runnable listeners) {
    Thread self = Thread.currentThread();
    Map<String, String> log = MDC.getCopyOfContextMap();
    ClassLoader loader = self.getContextClassLoader();
    try {
      listeners.run();
    } finally {
      MDC.setContextMap(log == null ? Map.of() : log);
      self.setContextClassLoader(loader);
    }
  }

  /** Returns the scope of this thread; null if no handler runs on it. */
  public static @Nullable TaskScope current() {
    return CURRENT.get();
  }

  /** Returns the id of the task whose handler runs, which is the parent of added tasks. */
  public UUID taskId() {
    return task.id();
  }

  /** Returns the correlation id. All tasks of a chain share it. */
  public UUID correlationId() {
    TaskSpec spec = task.spec();
    return spec.correlationId() == null ? task.id() : spec.correlationId();
  }

  /** Returns the context. Tasks that the handler adds inherit it. */
  public Map<String, String> context() {
    return task.spec().context();
  }

  @Override
  public void close() {
    MDC.clear();
    if (outer == null) {
      CURRENT.remove();
      return;
    }
    CURRENT.set(outer);
    if (outerLog != null) {
      MDC.setContextMap(outerLog);
    }
  }
}
