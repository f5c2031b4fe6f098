package dev.baton.engine.dispatch;

import dev.baton.task.Flow;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Flows with nothing left of this node's share. Their other shares it takes part in at once, unless
 * others have just been quicker: what they have read they mostly claim within a moment, so they are
 * left alone for that long. Owned by the bucket's dispatcher, not thread-safe.
 */
final class LeftToOthers {
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final LongSupplier nanoTime;
  private final AskAgain askAgain;
  private final Set<Flow> flows = new HashSet<>();
  private long untilNanos;
  private boolean isOver;

  /**
   * @param nanoTime the monotonic clock
   * @param askAgain told when to come back
   */
  LeftToOthers(LongSupplier nanoTime, AskAgain askAgain) {
    this.nanoTime = nanoTime;
    this.askAgain = askAgain;
  }

  /**
   * Whether the pull that begins takes part in the shares of others; once for each moment where
   * they were quicker.
   */
  boolean helps(boolean othersWereQuicker) {
    boolean helps = isOver || !othersWereQuicker;
    isOver = false;
    return helps;
  }

  void leave(Collection<Flow> left) {
    if (flows.isEmpty() && !left.isEmpty()) {
      untilNanos = nanoTime.getAsLong() + MOMENT.toNanos();
      askAgain.in(MOMENT);
    }
    flows.addAll(left);
  }

  /** Those that were left for a moment, once it is over. */
  Set<Flow> takeBack() {
    if (flows.isEmpty() || nanoTime.getAsLong() - untilNanos < 0) {
      return Set.of();
    }
    Set<Flow> back = Set.copyOf(flows);
    flows.clear();
    isOver = true;
    return back;
  }
}
