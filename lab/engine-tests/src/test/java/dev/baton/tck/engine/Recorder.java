package dev.baton.tck.engine;

import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Records the events of a node, and waits for expected ones. Thread-safe. */
final class Recorder implements TaskListener {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<TaskEvent> events = new ArrayList<>();

  @Override
  public synchronized void on(TaskEvent event) {
    events.add(event);
    notifyAll();
  }

  synchronized <T extends TaskEvent> List<T> all(Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  <T extends TaskEvent> T await(Class<T> type) throws InterruptedException {
    return await(type, event -> true);
  }

  <T extends TaskEvent> T await(Class<T> type, Predicate<T> wanted) throws InterruptedException {
    return await(type, wanted, 1).get(0);
  }

  synchronized <T extends TaskEvent> List<T> await(Class<T> type, Predicate<T> wanted, int count)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      List<T> found = all(type).stream().filter(wanted).toList();
      if (found.size() >= count) {
        return found;
      }
      long leftMillis = (end - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        throw new AssertionError(
            "Timed out waiting for " + count + " " + type.getSimpleName() + "; saw " + events);
      }
      wait(leftMillis);
    }
  }
}
