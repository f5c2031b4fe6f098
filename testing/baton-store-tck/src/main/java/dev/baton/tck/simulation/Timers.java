package dev.baton.tck.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What is to happen later: in order of time, and for one moment in order of registration. */
final class Timers {

  /** Either wakes a thread from one of its waits, or runs an event. */
  record Timer(
      long atNanos,
      long number,
      @Nullable SimulatedThread thread,
      long waitNumber,
      @Nullable Runnable event) {
    private static final Comparator<Timer> ORDER =
        Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::number);

    /** The thread to wake, if it is still in the wait that this was set for. */
    @Nullable SimulatedThread sleeper() {
      return thread != null && thread.waits == waitNumber ? thread : null;
    }
  }

  private final PriorityQueue<Timer> queue = new PriorityQueue<>(Timer.ORDER);
  private long count;

  /** Ends the thread's present wait then. */
  void wake(SimulatedThread thread, long atNanos) {
    queue.add(new Timer(atNanos, count++, thread, thread.waits, null));
  }

  void run(Runnable event, long atNanos) {
    queue.add(new Timer(atNanos, count++, null, 0, event));
  }

  /** Takes the next; null when there is none. */
  @Nullable Timer next() {
    return queue.poll();
  }

  /** Takes the next whose time has come; null when there is none. */
  @Nullable Timer due(long nowNanos) {
    Timer first = queue.peek();
    return first == null || first.atNanos() > nowNanos ? null : queue.poll();
  }

  void clear() {
    queue.clear();
  }
}
