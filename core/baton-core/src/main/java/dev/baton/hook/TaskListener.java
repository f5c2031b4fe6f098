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
   * Whether it wants {@code NodeEvent.LiveTasksCounted}, which costs the database a count of the
   * live tasks each time. Asked once, as the node starts.
   */
  default boolean wantsLiveCounts() {
    return false;
  }
}
