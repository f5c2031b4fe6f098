package dev.baton.engine.complete;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The outcomes that are set aside because another transaction has locked their row, or because
 * their write failed. This class decides when the completer's loop tries them again: for a locked
 * row soon at first, later four times a second. Other failures are tried again every two seconds.
 * Only the completer's loop uses it.
 *
 * <p>It has no size limit. Its outcomes count toward those that wait, and while many wait, the node
 * claims no tasks.
 */
final class SetAside {
  private static final long FIRST_WAIT_NANOS = 5_000_000;
  private static final long LONGEST_WAIT_NANOS = 250_000_000;
  private static final long FAILED_WAIT_NANOS = 2_000_000_000;
  private static final int DOUBLINGS = 6;

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          // Compare differences, because {@code nanoTime} may overflow. If two times are equal, the
          // number keeps the order.
          Comparator.<Entry>comparingLong(entry -> entry.untilNanos - entry.bornNanos)
              .thenComparingLong(Entry::number));

  private final long bornNanos;
  private long puts;

  SetAside(long nowNanos) {
    this.bornNanos = nowNanos;
  }

  int size() {
    return entries.size();
  }

  void put(Completion completion, long nowNanos) {
    int tries = Math.min(completion.foundBusy(), DOUBLINGS);
    long wait = Math.min(FIRST_WAIT_NANOS << tries, LONGEST_WAIT_NANOS);
    entries.add(new Entry(completion, nowNanos + wait, bornNanos, puts++));
  }

  /**
   * Adds an outcome whose write failed for another reason. Returns whether this was the outcome's
   * first failure.
   */
  boolean putFailed(Completion completion, long nowNanos) {
    entries.add(new Entry(completion, nowNanos + FAILED_WAIT_NANOS, bornNanos, puts++));
    return completion.foundBusy() == 0;
  }

  /**
   * Takes the outcomes that are due: at most {@code most}, and about as many bytes as one write may
   * contain.
   */
  List<Completion> take(int most, long nowNanos) {
    List<Completion> ripe = new ArrayList<>();
    long bytes = 0;
    while (ripe.size() < most && bytes < CompletionLoop.MAX_BYTES && nanosToNext(nowNanos) <= 0) {
      Completion next = entries.remove().completion;
      ripe.add(next);
      bytes += next.bytes();
    }
    return ripe;
  }

  /** Returns the time until the next outcome is due; very long if there is none. */
  long nanosToNext(long nowNanos) {
    Entry next = entries.peek();
    return next == null ? Long.MAX_VALUE : next.untilNanos - nowNanos;
  }

  private record Entry(Completion completion, long untilNanos, long bornNanos, long number) {}
}
