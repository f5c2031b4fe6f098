package dev.baton.spi;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Time, chance, threads and signals: the only way anything in the engine blocks or learns what time
 * it is. A simulator puts its own in place and thereby decides who runs when.
 */
public interface NodeRuntime {

  /** Monotonic nanoseconds with an arbitrary origin. */
  long nanoTime();

  /** The wall clock in milliseconds; for ids and logs only, no decision depends on it. */
  long currentTimeMillis();

  /** Unpredictable bits, safe for use by many threads: ids and owners must never collide. */
  RandomGenerator random();

  /** A new signal. */
  Signal signal();

  /** Starts a thread for one of the engine's loops. */
  Worker start(String name, Runnable body);

  /** Starts a thread for one attempt: a virtual one where there are such. */
  Worker startAttempt(String name, Runnable body);

  /** The most bytes that the process may have on its heap. */
  default long maxHeapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  /**
   * The node has ended, so that no thread need wait for another attempt. An attempt may still
   * follow, of a claim that was answered late.
   */
  default void nodeEnded() {}

  /**
   * Whether the process that this stands for has died, as only a simulated one can while its code
   * still runs: its loops end.
   */
  default boolean hasCrashed() {
    return false;
  }

  /**
   * Whether time passes only while threads may run. Where a test moves the clock, a loop is not
   * late because the clock went far at once.
   */
  default boolean hasSteadyTime() {
    return true;
  }

  /**
   * A flag to wait for, which one thread at a time does. Setting it twice before anyone waits is
   * the same as once.
   */
  interface Signal {
    /** Wakes the waiter, or the next one. */
    void set();

    /**
     * Waits until it is set, and clears it.
     *
     * @return whether it was set before the time was up
     */
    boolean await(Duration timeout) throws InterruptedException;
  }

  /** A started thread. */
  interface Worker {
    /** Interrupts it, if its body still runs. */
    void interrupt();

    /** Waits for its end; false when the time was up first. */
    boolean join(Duration timeout) throws InterruptedException;
  }
}
