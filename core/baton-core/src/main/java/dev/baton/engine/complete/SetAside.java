package dev.baton.engine.complete;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The outcomes that are set aside because another transaction has locked their row, or because
 * their write failed. This class decides when the completer's loop tries them again: for a locked
 * row soon at first, later four times a second. Other failures are tried again every two seconds.
 * Only the completer's loop uses it, except for {@link #count}.
 *
 * <p>It has no size limit. Its outcomes count toward those that wait, and while many wait, the node
 * claims no tasks.
 */
final class SetAside {
  private static final long FIRST_WAIT_NANOS = 5_000_000;
  private static final long LONGEST_WAIT_NANOS = 250_000_000;
  private static final long FAILED_WAIT_NANOS = 2_000_000_000;
  private static final int DOUBLINGS = 6;

  private final PriorityQueue<SetAsideOutcome> entries;
  private long nextNumber;
  private volatile int count;

  SetAside(long nowNanos) {
    // Compare differences, because {@code nanoTime} may overflow. If two times are equal, the
    // number keeps the order.
    entries =
        new PriorityQueue<>(
            Comparator.<SetAsideOutcome>comparingLong(entry -> entry.untilNanos - nowNanos)
                .thenComparingLong(SetAsideOutcome::number));
  }

  /**
   * Returns how many outcomes are set aside. Outcomes that {@link #take} has returned still count
   * until the next put or {@link #triedAgain}. Any thread may call this.
   */
  int count() {
    return count;
  }

  /** Records that the outcomes of the last {@link #take} have been tried again. */
  void triedAgain() {
    count = entries.size();
  }

  /** Adds an outcome whose row is locked. */
  void putLocked(Completion completion, long nowNanos) {
    int times = Math.min(completion.setAside(), DOUBLINGS);
    put(completion, nowNanos + Math.min(FIRST_WAIT_NANOS << times, LONGEST_WAIT_NANOS));
  }

  /**
   * Adds an outcome whose write failed for another reason. Returns whether this outcome is set
   * aside for the first time.
   */
  boolean putFailed(Completion completion, long nowNanos) {
    put(completion, nowNanos + FAILED_WAIT_NANOS);
    return completion.setAside() == 0;
  }

  private void put(Completion completion, long untilNanos) {
    entries.add(new SetAsideOutcome(completion, untilNanos, nextNumber++));
    count = entries.size();
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
    SetAsideOutcome next = entries.peek();
    return next == null ? Long.MAX_VALUE : next.untilNanos - nowNanos;
  }

  private record SetAsideOutcome(Completion completion, long untilNanos, long number) {}
}
