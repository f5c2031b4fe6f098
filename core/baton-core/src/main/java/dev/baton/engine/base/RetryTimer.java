package dev.baton.engine.base;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when a dispatcher asks again for slots that were refused: one poll after the last time,
 * or sooner if a policy or a limit named an earlier time. Owned by the bucket's dispatcher, not
 * thread-safe.
 */
public final class RetryTimer {
  /** Without a minimum wait, the loop would spin. */
  private static final long MIN_NANOS = Duration.ofMillis(1).toNanos();

  private final LongSupplier nanoTime;
  private final Duration poll;
  private long nextNanos;

  /**
   * @param nanoTime the monotonic clock
   */
  public RetryTimer(LongSupplier nanoTime, Duration poll) {
    this.nanoTime = nanoTime;
    this.poll = poll;
    this.nextNanos = nanoTime.getAsLong();
  }

  /** Asks again after this time at the latest. */
  public void in(Duration wish) {
    if (wish.compareTo(poll) < 0) {
      long at = nanoTime.getAsLong() + Math.max(MIN_NANOS, wish.toNanos());
      nextNanos = at - nextNanos < 0 ? at : nextNanos;
    }
  }

  /** Returns whether to ask now. Returns true once for each due time. */
  public boolean takeDue() {
    long now = nanoTime.getAsLong();
    boolean due = now - nextNanos >= 0;
    if (due) {
      nextNanos = now + poll.toNanos();
    }
    return due;
  }

  /** Returns the time until the next due time. */
  public Duration untilDue() {
    return Duration.ofNanos(Math.max(0, nextNanos - nanoTime.getAsLong()));
  }
}
