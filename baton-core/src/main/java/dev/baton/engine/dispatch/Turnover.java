package dev.baton.engine.dispatch;

import java.util.concurrent.TimeUnit;

/**
 * How many slots are likely to become free within the next moment, judged by the last ones. Not
 * thread-safe.
 */
final class Turnover {
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Several times what a claim takes. */
  private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  private static final int MOST = 2_000;

  private long beganNanos;
  private int freed;
  private int expected;

  Turnover(long nowNanos) {
    this.beganNanos = nowNanos;
  }

  /** A slot whose task had been started is free. */
  void freed(long nowNanos) {
    look(nowNanos);
    freed++;
  }

  /** How many more are likely to be free in a moment. */
  int expected(long nowNanos) {
    look(nowNanos);
    return expected;
  }

  private void look(long nowNanos) {
    long passed = nowNanos - beganNanos;
    if (passed >= WINDOW_NANOS) {
      expected = (int) Math.min(MOST, freed * MOMENT_NANOS / passed);
      freed = 0;
      beganNanos = nowNanos;
    }
  }
}
