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
   * Returns whether the listener wants {@code NodeEvent.LiveTasksCounted}, for which the database
   * counts the live tasks each time. Baton calls this method once, when the node starts.
   */
  default boolean wantsLiveCounts() {
    return false;
  }
}
