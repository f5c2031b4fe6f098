package dev.baton.zookeeper;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for an action of another process that no event reports. */
final class Waiting {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  private Waiting() {}

  /** Returns how long the wait took. */
  static Duration until(String what, BooleanSupplier holds) {
    long start = System.nanoTime();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError("Timed out waiting until " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
