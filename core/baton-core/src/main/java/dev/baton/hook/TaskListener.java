package dev.baton.hook;

/**
 * Receives each event of this node, on the thread on which it happens. Must be quick and
 * thread-safe; what it throws is logged and ignored.
 */
@FunctionalInterface
public interface TaskListener {
  void on(TaskEvent event);

  /**
   * Whether it wants {@link TaskEvent.LiveTasksCounted}, which costs the database a count of the
   * live tasks each time. Asked once, as the node starts.
   */
  default boolean wantsLiveCounts() {
    return false;
  }
}
