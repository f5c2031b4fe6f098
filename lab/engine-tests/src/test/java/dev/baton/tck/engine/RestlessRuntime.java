package dev.baton.tck.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The machine's runtime with a clock that a test sets forward. It reports when the loops that use
 * the clock have seen that.
 */
final class RestlessRuntime extends LivedRuntime {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(2);

  private final AtomicLong aheadNanos;
  private final AtomicLong rounds = new AtomicLong();
  private final String loop;

  /**
   * @param aheadNanos how far the clock is ahead; shared by all nodes of a test
   * @param loop the loop whose rounds are counted
   */
  RestlessRuntime(AtomicLong aheadNanos, String loop) {
    this.aheadNanos = aheadNanos;
    this.loop = "baton-" + loop;
  }

  /** Returns how many rounds the loop has ended. */
  long rounds() {
    return rounds.get();
  }

  @Override
  public long nanoTime() {
    return super.nanoTime() + aheadNanos.get();
  }

  /** Returns a signal whose waits end early, so that the waiting loop reads the clock again. */
  @Override
  public Signal signal() {
    Signal signal = super.signal();
    return new Signal() {
      @Override
      public void set() {
        signal.set();
      }

      @Override
      public boolean await(Duration timeout) throws InterruptedException {
        if (Thread.currentThread().getName().equals(loop)) {
          rounds.incrementAndGet();
        }
        return signal.await(timeout.compareTo(LONGEST_WAIT) < 0 ? timeout : LONGEST_WAIT);
      }
    };
  }
}
