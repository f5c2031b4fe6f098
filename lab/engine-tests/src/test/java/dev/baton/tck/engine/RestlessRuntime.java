package dev.baton.tck.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The machine, except that a test puts its clock forward, and learns when the loops that go by it
 * have seen that.
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

  /** How often the loop has ended a round. */
  long rounds() {
    return rounds.get();
  }

  @Override
  public long nanoTime() {
    return super.nanoTime() + aheadNanos.get();
  }

  /** Waits end early: whoever waits looks at the clock again. */
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
