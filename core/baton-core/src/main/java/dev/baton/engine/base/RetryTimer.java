package dev.baton.engine.base;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides when a dispatcher tries again to get slots that were refused. This is one poll interval
 * after the last try, or earlier if a policy or limit has named an earlier time. Only the bucket's
 * dispatcher uses it; not thread-safe.
 */
public final class RetryTimer {
  /** Shortest wait. Without it, the loop would use a whole core. */
  private static final long MIN_NANOS = Duration.ofMillis(1).toNanos();

  private final LongSupplier nanoTime;
  private final Duration poll;
  private long nextNanos;

  /**
   * @param nanoTime returns the time of the monotonic clock
   */
  public RetryTimer(LongSupplier nanoTime, Duration poll) {
    this.nanoTime = nanoTime;
    this.poll = poll;
    this.nextNanos = nanoTime.getAsLong();
  }

  /** Schedules the next try no later than this time from now. */
  public void in(Duration wish) {
    if (wish.compareTo(poll) < 0) {
      long at = nanoTime.getAsLong() + Math.max(MIN_NANOS, wish.toNanos());
      nextNanos = at - nextNanos < 0 ? at : nextNanos;
    }
  }

  /**
   * Returns whether to try again now. After it has returned true, it returns false until the next
   * due time.
   */
  public boolean takeDue() {
    long now = nanoTime.getAsLong();
    boolean due = now - nextNanos >= 0;
    if (due) {
      nextNanos = now + poll.toNanos();
    }
    return due;
  }

  /** Returns the time until the next try. */
  public Duration untilDue() {
    return Duration.ofNanos(Math.max(0, nextNanos - nanoTime.getAsLong()));
  }
}
