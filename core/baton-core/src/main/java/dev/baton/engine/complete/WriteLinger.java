package dev.baton.engine.complete;

import java.util.concurrent.TimeUnit;

/**
 * Decides how long the completer rests before it writes again. If few tasks end, it doesn't rest.
 * If many do, ten milliseconds collect several times as many outcomes for the next statement and
 * commit. No task waits for these outcomes, because their slots are free already. Not thread-safe.
 */
final class WriteLinger {
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** With fewer outcomes in a write, collecting isn't worth the wait. */
  private static final int MIN_OUTCOMES = 4;

  private final int most;
  private boolean taken;
  private long untilNanos;

  /**
   * @param most outcomes that one write can contain; after a full write, the next one begins at
   *     once
   */
  WriteLinger(int most) {
    this.most = most;
  }

  /** Records that a write of this many outcomes has ended. */
  void wrote(int outcomes, long nowNanos) {
    taken = outcomes >= MIN_OUTCOMES && outcomes < most;
    untilNanos = nowNanos + LINGER_NANOS;
  }

  /** Returns the rest of the linger; zero or less for none. */
  long leftNanos(long nowNanos) {
    return taken ? untilNanos - nowNanos : 0;
  }
}
