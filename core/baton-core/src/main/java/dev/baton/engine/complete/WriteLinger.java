package dev.baton.engine.complete;

import java.util.concurrent.TimeUnit;

/**
 * Decides how long the completer pauses before its next write. If few tasks end, it doesn't pause.
 * If many tasks end, a pause of ten milliseconds collects several times as many outcomes for one
 * statement and one commit. The pause delays no other task, because the slots of these tasks are
 * already free. Not thread-safe.
 */
final class WriteLinger {
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** If a write has fewer outcomes than this, a pause isn't worth the wait. */
  private static final int MIN_OUTCOMES = 4;

  private final int most;
  private boolean taken;
  private long untilNanos;

  /**
   * @param most maximum number of outcomes in one write; after a full write, there is no pause
   */
  WriteLinger(int most) {
    this.most = most;
  }

  /** Records that a write of this many outcomes has ended. */
  void wrote(int outcomes, long nowNanos) {
    taken = outcomes >= MIN_OUTCOMES && outcomes < most;
    untilNanos = nowNanos + LINGER_NANOS;
  }

  /** Returns the time that is left of the pause; zero or less if there is none. */
  long leftNanos(long nowNanos) {
    return taken ? untilNanos - nowNanos : 0;
  }
}
