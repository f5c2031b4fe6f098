package dev.baton.engine.base;

import dev.baton.api.hook.TaskEvent;
import dev.baton.api.hook.TaskListener;
import dev.baton.task.Texts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners. A listener that throws hurts nobody. Thread-safe. */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private final List<TaskListener> listeners;

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
      } catch (RuntimeException | Error broken) {
        LOG.warn(
            "A listener failed on {}; the event is lost to it, nothing else is",
            Texts.line(event),
            Texts.harmless(broken));
      }
    }
  }
}
