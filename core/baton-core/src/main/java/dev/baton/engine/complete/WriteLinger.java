package dev.baton.engine.complete;

import java.util.concurrent.TimeUnit;

/**
 * Says how long the completer rests before it writes again. If few tasks end, it doesn't rest. If
 * many do, ten milliseconds collect several times as many outcomes for the next statement and
 * commit. No task waits for these outcomes, because their slots are free already. Not thread-safe.
 */
final class WriteLinger {
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Fewer outcomes than that in one write: there is no hurry to be thrifty. */
  private static final int MIN_OUTCOMES = 4;

  private final int most;
  private boolean taken;
  private long untilNanos;

  /**
   * @param most outcomes that a write can take: after so many it goes on at once
   */
  WriteLinger(int most) {
    this.most = most;
  }

  /** A write of so many outcomes is over. */
  void wrote(int outcomes, long nowNanos) {
    taken = outcomes >= MIN_OUTCOMES && outcomes < most;
    untilNanos = nowNanos + LINGER_NANOS;
  }

  /** What is left of it; none where zero or less. */
  long leftNanos(long nowNanos) {
    return taken ? untilNanos - nowNanos : 0;
  }
}
