package dev.baton.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what no event tells of, and no longer than a test may take. */
public final class Waiting {
  /** Kafka alone takes 45 seconds to give a dead reader's partitions to another. */
  public static final Duration PATIENCE = Duration.ofSeconds(180);

  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  private Waiting() {}

  public static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("Waited in vain until " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  public static void forLatch(String what, CountDownLatch latch) throws InterruptedException {
    if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("Waited in vain until " + what);
    }
  }
}
