package dev.baton.tck;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Decides how the store in memory waits for a lock. A simulator lets virtual time pass instead. */
@FunctionalInterface
public interface Sleeper {

  /** Waits for about this duration. */
  void sleep(Duration duration) throws InterruptedException;

  /** Returns a sleeper that waits in real time. */
  static Sleeper real() {
    return duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }
}
