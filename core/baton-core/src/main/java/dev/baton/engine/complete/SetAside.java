package dev.baton.engine.complete;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Keeps outcomes whose rows another transaction has locked, and says when to try them again: soon
 * at first, then a few times a second; those that couldn't be written otherwise, each two seconds.
 * Owned by the completer's loop.
 *
 * <p>It isn't bounded by itself: what is here counts as waiting to be written, and claiming stops
 * while that is much.
 */
final class SetAside {
  private static final long FIRST_WAIT_NANOS = 5_000_000;
  private static final long LONGEST_WAIT_NANOS = 250_000_000;
  private static final long FAILED_WAIT_NANOS = 2_000_000_000;
  private static final int DOUBLINGS = 6;

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          // By difference: the clock may pass its largest value. The number keeps their order.
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

  /** It couldn't be written, for whatever reason; answers whether that is so the first time. */
  boolean putFailed(Completion completion, long nowNanos) {
    entries.add(new Entry(completion, nowNanos + FAILED_WAIT_NANOS, bornNanos, puts++));
    return completion.foundBusy() == 0;
  }

  /** Takes those whose time has come, {@code most} at the most, and not much more than fits. */
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

  /** How long until the next one's time comes; very long when there is none. */
  long nanosToNext(long nowNanos) {
    Entry next = entries.peek();
    return next == null ? Long.MAX_VALUE : next.untilNanos - nowNanos;
  }

  private record Entry(Completion completion, long untilNanos, long bornNanos, long number) {}
}
