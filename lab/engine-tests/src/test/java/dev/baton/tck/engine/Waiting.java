package dev.baton.tck.engine;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions that no event reports, for no longer than a test may take. */
final class Waiting {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private Waiting() {}

  static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("Timed out waiting until " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  static void forLatch(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("Timed out: a latch still counts " + latch.getCount());
    }
  }
}
