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

/** Tells the listeners. A listener that throws hurts nobody. Thread-safe. */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private final List<TaskListener> listeners;
  private final KnownFailures known = new KnownFailures();

  public Events(List<TaskListener> listeners) {
    this.listeners = new CopyOnWriteArrayList<>(listeners);
  }

  /** One more, told after those before it. */
  public void tell(TaskListener listener) {
    listeners.add(listener);
  }

  /** Whether somebody wants live tasks to be counted. */
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

  /** Does this with each of them, though it fails with another: that is thrown behind the last. */
  public static <T> void each(Iterable<T> all, Consumer<? super T> told) {
    @Nullable RuntimeException failed = null;
    for (T one : all) {
      try {
        told.accept(one);
      } catch (RuntimeException | Error broken) {
        if (failed == null) {
          failed = new IllegalStateException("Failed with one of several", broken);
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
        "A listener threw an exception for {}: it misses this event, everything else continues",
        Texts.line(event));
  }
}
