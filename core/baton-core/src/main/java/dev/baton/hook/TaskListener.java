package dev.baton.hook;

/**
 * Receives each event of this node, on the thread on which it happens. An implementation must be
 * quick and thread-safe. Its exceptions are logged and ignored.
 */
@FunctionalInterface
public interface TaskListener {
  /** Receives an event. */
  void on(TaskEvent event);

  /**
   * Returns whether the listener needs the event {@code NodeEvent.LiveTasksCounted}. Each such
   * event costs a query that counts the live tasks. Baton calls this method once, when the node
   * starts.
   */
  default boolean wantsLiveCounts() {
    return false;
  }
}
