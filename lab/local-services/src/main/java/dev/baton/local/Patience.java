package dev.baton.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a server of the operating system, which tells nobody when it is ready. */
public final class Patience {
  /** Longer than the slowest start measured, recovery after a crash included. */
  static final Duration LIMIT = Duration.ofSeconds(120);

  private static final long PAUSE_MILLIS = 30;

  private Patience() {}

  /** Asks until the answer is yes or the limit is over; false: it is over. */
  public static boolean until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a server", e);
    }
  }
}
