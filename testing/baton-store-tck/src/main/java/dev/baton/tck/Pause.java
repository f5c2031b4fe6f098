package dev.baton.tck;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How the store in memory waits for a lock. A simulator lets virtual time pass instead. */
@FunctionalInterface
public interface Pause {

  /** Waits about that long. */
  void pause(Duration duration) throws InterruptedException;

  /** Waits in real time. */
  static Pause real() {
    return duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }
}
