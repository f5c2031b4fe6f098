package dev.baton.spring;

import dev.baton.api.TaskRequest;
import dev.baton.api.Tasks;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

/**
 * Adds the tasks for events, in the publisher's thread and transaction. Thread-safe.
 *
 * @see DurableListener
 */
final class DurableListeners implements ApplicationListener<PayloadApplicationEvent<?>> {
  private final Supplier<TaskMethods> methods;
  private final Supplier<Tasks> tasks;
  private volatile @Nullable List<EventTask<?>> found;

  DurableListeners(Supplier<TaskMethods> methods, Supplier<Tasks> tasks) {
    this.methods = methods;
    this.tasks = tasks;
  }

  @Override
  public void onApplicationEvent(PayloadApplicationEvent<?> published) {
    for (EventTask<?> one : found()) {
      TaskRequest<?, ?> request = one.request(published.getPayload());
      if (request != null) {
        tasks.get().add(request);
      }
    }
  }

  /** Sets the listeners that the node has found at its start. */
  void found(TaskMethods started) {
    found = started.listeners();
  }

  /** Returns false, because another thread wouldn't have the publisher's transaction. */
  @Override
  public boolean supportsAsyncExecution() {
    return false;
  }

  /**
   * Returns the listeners. If an event comes before the node's start, this method searches for the
   * listeners.
   */
  private List<EventTask<?>> found() {
    List<EventTask<?>> there = found;
    if (there == null) {
      there = methods.get().listeners();
      found = there;
    }
    return there;
  }
}
