package dev.baton.engine.base;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When a dispatcher asks again for slots that were refused: a poll after the last time, and sooner
 * when a policy or a limit said so. Owned by the bucket's dispatcher, not thread-safe.
 */
public final class RetryTimer {
  /** No wait at all would make the loop spin. */
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

  /** After this at the latest. */
  public void in(Duration wish) {
    if (wish.compareTo(poll) < 0) {
      long at = nanoTime.getAsLong() + Math.max(MIN_NANOS, wish.toNanos());
      nextNanos = at - nextNanos < 0 ? at : nextNanos;
    }
  }

  /** Whether to ask now; true once for each moment. */
  public boolean takeDue() {
    long now = nanoTime.getAsLong();
    boolean due = now - nextNanos >= 0;
    if (due) {
      nextNanos = now + poll.toNanos();
    }
    return due;
  }

  /** Until the next such moment. */
  public Duration untilDue() {
    return Duration.ofNanos(Math.max(0, nextNanos - nanoTime.getAsLong()));
  }
}
