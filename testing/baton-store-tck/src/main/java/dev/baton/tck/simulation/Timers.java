package dev.baton.tck.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The future wake-ups and events, in order of time. Those of the same time are in order of
 * registration.
 */
final class Timers {

  /** A timer that either wakes a thread from one of its waits, or runs an event. */
  record Timer(
      long atNanos,
      long number,
      @Nullable SimulatedThread thread,
      long waitNumber,
      @Nullable Runnable event) {
    private static final Comparator<Timer> ORDER =
        Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::number);

    /**
     * Returns the thread to wake, if it is still in the wait for which the timer was set; otherwise
     * null.
     */
    @Nullable SimulatedThread sleeper() {
      return thread != null && thread.waits == waitNumber ? thread : null;
    }
  }

  private final PriorityQueue<Timer> queue = new PriorityQueue<>(Timer.ORDER);
  private long count;

  /** Ends the thread's current wait at this time. */
  void wake(SimulatedThread thread, long atNanos) {
    queue.add(new Timer(atNanos, count++, thread, thread.waits, null));
  }

  void run(Runnable event, long atNanos) {
    queue.add(new Timer(atNanos, count++, null, 0, event));
  }

  /** Removes and returns the next timer; null if there is none. */
  @Nullable Timer next() {
    return queue.poll();
  }

  /** Removes and returns the next timer that is due; null if there is none. */
  @Nullable Timer due(long nowNanos) {
    Timer first = queue.peek();
    return first == null || first.atNanos() > nowNanos ? null : queue.poll();
  }

  void clear() {
    queue.clear();
  }
}
