package dev.baton.api;

/**
 * Told of everything that happens on this node, on whichever thread it happens. Must be quick and
 * thread-safe; what it throws is logged and ignored.
 */
@FunctionalInterface
public interface TaskListener {
  void on(TaskEvent event);
}
