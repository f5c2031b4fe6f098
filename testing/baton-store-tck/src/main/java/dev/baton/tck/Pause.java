package dev.baton.tck;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Decides how the store in memory waits for a lock. A simulator lets virtual time pass instead. */
@FunctionalInterface
public interface Pause {

  /** Waits for about this duration. */
  void pause(Duration duration) throws InterruptedException;

  /** Returns a pause that waits in real time. */
  static Pause real() {
    return duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }
}
