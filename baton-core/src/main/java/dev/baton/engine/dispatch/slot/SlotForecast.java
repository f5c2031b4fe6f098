package dev.baton.engine.dispatch.slot;

import java.util.concurrent.TimeUnit;

/**
 * How many slots are likely to become free within the next tenth of a second: as many as in the
 * last one. That is the time of some three claims of a busy node: while one is under way, what the
 * one before it got is run, and what it gets is waiting. Not thread-safe.
 */
final class SlotForecast {
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MAX_SLOTS = 2_000;

  private long beganNanos;
  private int freed;
  private int expected;

  SlotForecast(long nowNanos) {
    this.beganNanos = nowNanos;
  }

  /** A slot whose task had been started is free. */
  void freed(long nowNanos) {
    pass(nowNanos);
    freed++;
  }

  /** How many more are likely to be free soon. */
  int expected(long nowNanos) {
    pass(nowNanos);
    return expected;
  }

  private void pass(long nowNanos) {
    long passed = nowNanos - beganNanos;
    if (passed >= WINDOW_NANOS) {
      expected = (int) Math.min(MAX_SLOTS, freed * WINDOW_NANOS / passed);
      freed = 0;
      beganNanos = nowNanos;
    }
  }
}
