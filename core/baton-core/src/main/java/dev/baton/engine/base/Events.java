package dev.baton.engine.base;

import dev.baton.api.hook.TaskEvent;
import dev.baton.api.hook.TaskListener;
import dev.baton.task.Texts;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners. A listener that throws hurts nobody. Thread-safe. */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  /** Beyond so many kinds of failures none is told of any more. */
  private static final int MAX_TOLD = 1_000;

  private final List<TaskListener> listeners;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

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

  /** Never throws: what happened has happened, whoever can't be notified of it. */
  private void failed(TaskListener listener, TaskEvent event, Throwable broken) {
    try {
      report(listener, event, broken);
    } catch (Throwable unreported) {
      // The log is broken, too.
    }
  }

  private void report(TaskListener listener, TaskEvent event, Throwable broken) {
    String kind = listener.getClass().getName() + event.getClass() + broken.getClass();
    if (told.size() < MAX_TOLD && told.add(kind)) {
      LOG.warn(
          "A listener threw an exception for {}: it misses this event, everything else goes on. The"
              + " same error for such events is logged only at level DEBUG from now on",
          Texts.line(event),
          Texts.harmless(broken));
    } else {
      LOG.debug("A listener failed again on {}", Texts.line(event), Texts.harmless(broken));
    }
  }
}
