package dev.baton.engine.dispatch;

import java.util.concurrent.TimeUnit;

/**
 * How many slots are likely to become free within the next moment, judged by the last ones. A
 * moment is three times what a claim takes, but at least 25 ms and at most 100. Not thread-safe.
 */
final class Turnover {
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LEAST_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
  private static final long MOST_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * While one claim is under way, what the one before it got is run, and what it gets is waiting.
   */
  private static final int CLAIMS_IN_A_MOMENT = 3;

  private static final int SMOOTHING = 8;
  private static final int MOST = 2_000;

  private long beganNanos;
  private int freed;
  private int expected;
  private long claimNanos;

  Turnover(long nowNanos) {
    this.beganNanos = nowNanos;
  }

  /** A slot whose task had been started is free. */
  void freed(long nowNanos) {
    look(nowNanos);
    freed++;
  }

  /** A claim was under way for so long. */
  void claimTook(long nanos) {
    claimNanos += (Math.min(nanos, MOST_MOMENT_NANOS) - claimNanos) / SMOOTHING;
  }

  /** How many more are likely to be free in a moment. */
  int expected(long nowNanos) {
    look(nowNanos);
    return expected;
  }

  private void look(long nowNanos) {
    long passed = nowNanos - beganNanos;
    if (passed >= WINDOW_NANOS) {
      expected = (int) Math.min(MOST, freed * momentNanos() / passed);
      freed = 0;
      beganNanos = nowNanos;
    }
  }

  private long momentNanos() {
    long claims = CLAIMS_IN_A_MOMENT * claimNanos;
    return Math.max(LEAST_MOMENT_NANOS, Math.min(MOST_MOMENT_NANOS, claims));
  }
}
