package dev.baton.testkit.engine;

import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * The machine, except that a test puts its clock forward, and learns when the loops that go by it
 * have seen that.
 */
final class RestlessRuntime implements NodeRuntime {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(2);

  private final NodeRuntime machine = new SystemRuntime(200);
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
    return machine.nanoTime() + aheadNanos.get();
  }

  @Override
  public long currentTimeMillis() {
    return machine.currentTimeMillis();
  }

  @Override
  public RandomGenerator random() {
    return machine.random();
  }

  /** Waits end early: whoever waits looks at the clock again. */
  @Override
  public Signal signal() {
    Signal signal = machine.signal();
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

  @Override
  public Worker start(String name, Runnable body) {
    return machine.start(name, body);
  }

  @Override
  public Worker startAttempt(String name, Runnable body) {
    return machine.startAttempt(name, body);
  }
}
