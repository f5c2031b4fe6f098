package dev.baton.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that no event reports, for at most the duration of a test. */
public final class Waiting {
  /** Kafka needs 45 seconds to assign a dead reader's partitions to another. */
  public static final Duration PATIENCE = Duration.ofSeconds(180);

  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  private Waiting() {}

  public static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("Timed out waiting until " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  public static void forLatch(String what, CountDownLatch latch) throws InterruptedException {
    if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("Timed out waiting until " + what);
    }
  }
}
