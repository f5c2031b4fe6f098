package dev.baton.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a server process, which sends no notification when it is ready. */
public final class Patience {
  /** Longest wait: longer than the slowest start measured, including recovery after a crash. */
  static final Duration LIMIT = Duration.ofSeconds(120);

  private static final long PAUSE_MILLIS = 30;

  private Patience() {}

  /** Checks the condition until it is true or the limit is over. Returns false after the limit. */
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
