package dev.baton.engine;

import dev.baton.api.TaskEvent;
import dev.baton.api.TaskListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners. A listener that throws hurts nobody. Thread-safe. */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private final List<TaskListener> listeners;

  public Events(List<TaskListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  public void emit(TaskEvent event) {
    for (TaskListener listener : listeners) {
      try {
        listener.on(event);
      } catch (RuntimeException | Error broken) {
        LOG.warn(
            "A listener failed on {}; the event is lost to it, nothing else is", event, broken);
      }
    }
  }
}
