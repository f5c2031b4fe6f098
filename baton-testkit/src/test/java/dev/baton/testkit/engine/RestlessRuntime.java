package dev.baton.testkit.engine;

import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The machine, except that its clock is put forward by a test. Nobody's wait ends by that. */
final class RestlessRuntime implements NodeRuntime {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(5);

  private final NodeRuntime machine = new SystemRuntime(200);
  private final AtomicLong aheadNanos;

  /**
   * @param aheadNanos how far the clock is ahead; shared by all nodes of a test
   */
  RestlessRuntime(AtomicLong aheadNanos) {
    this.aheadNanos = aheadNanos;
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
