package dev.baton.engine.dispatch;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a dispatcher asks again for slots that were refused: once a poll, and sooner when a policy
 * or a limit said so. Owned by the bucket's dispatcher, not thread-safe.
 */
final class AskAgain {
  private static final Duration SOONEST = Duration.ofMillis(1);
  private static final Duration LATEST = Duration.ofMinutes(1);

  private final LongSupplier nanoTime;
  private final Duration poll;
  private long nextNanos;
  private @Nullable Long soonerNanos;

  /**
   * @param nanoTime the monotonic clock
   */
  AskAgain(LongSupplier nanoTime, Duration poll) {
    this.nanoTime = nanoTime;
    this.poll = poll;
    this.nextNanos = nanoTime.getAsLong();
  }

  /** After this at the latest; within reason, since no wait at all would make the loop spin. */
  void in(Duration wish) {
    Duration wait = wish.compareTo(SOONEST) < 0 ? SOONEST : wish;
    long at = nanoTime.getAsLong() + (wait.compareTo(LATEST) > 0 ? LATEST : wait).toNanos();
    if (soonerNanos == null || at - soonerNanos < 0) {
      soonerNanos = at;
    }
  }

  /** Whether to ask now; true once for each moment. */
  boolean takeDue() {
    long now = nanoTime.getAsLong();
    boolean due = soonerNanos != null && now - soonerNanos >= 0;
    if (due) {
      soonerNanos = null;
    }
    if (now - nextNanos >= 0) {
      nextNanos = now + poll.toNanos();
      due = true;
    }
    return due;
  }

  /** Until the next such moment. */
  Duration untilDue() {
    long now = nanoTime.getAsLong();
    long least = nextNanos - now;
    if (soonerNanos != null) {
      least = Math.min(least, soonerNanos - now);
    }
    return Duration.ofNanos(Math.max(0, least));
  }
}
