package dev.baton.engine.base;

import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.task.internal.Texts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the application's listeners with the engine's events. If a listener throws, neither the
 * other listeners nor the engine are affected. Thread-safe.
 */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private final List<TaskListener> listeners;
  private final KnownFailures known = new KnownFailures();

  /** The outage of the store. All loops of this node share it, so that they log it together. */
  final StoreOutage outage = new StoreOutage();

  public Events(List<TaskListener> listeners) {
    this.listeners = new CopyOnWriteArrayList<>(listeners);
  }

  /** Adds a listener, which is called after the existing ones. */
  public void tell(TaskListener listener) {
    listeners.add(listener);
  }

  /** Returns whether any listener wants the live tasks to be counted. */
  public boolean wantLiveCounts() {
    return listeners.stream().anyMatch(TaskListener::wantsLiveCounts);
  }

  public void emit(TaskEvent event) {
    for (TaskListener listener : listeners) {
      try {
        listener.on(event);
      } catch (Throwable broken) {
        failed(listener, event, broken);
      }
    }
  }

  /**
   * Runs the action for every element, even if it throws for some. After the last element, throws
   * the failures.
   */
  public static <T> void each(Iterable<T> all, Consumer<? super T> told) {
    @Nullable RuntimeException failed = null;
    for (T one : all) {
      try {
        told.accept(one);
      } catch (RuntimeException | Error broken) {
        if (failed == null) {
          failed = new IllegalStateException("The action failed for at least one element", broken);
        } else {
          failed.addSuppressed(broken);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  private void failed(TaskListener listener, TaskEvent event, Throwable broken) {
    known.log(
        LOG,
        listener.getClass().getName() + event.getClass(),
        broken,
        "A listener threw an exception for {}. It misses this event; everything else continues",
        Texts.line(event));
  }
}
