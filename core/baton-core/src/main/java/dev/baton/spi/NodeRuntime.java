package dev.baton.spi;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Provides time, random numbers, threads and signals. The engine blocks and reads the time only
 * through this interface, so that a simulator can decide which thread runs when.
 */
public interface NodeRuntime {

  /** Returns a monotonic time in nanoseconds, like {@link System#nanoTime}. */
  long nanoTime();

  /** Returns the wall clock in milliseconds, only for ids and logs; no decision depends on it. */
  long currentTimeMillis();

  /**
   * Returns a thread-safe source of unpredictable random bits. Baton creates ids and owners from
   * them, which must never collide.
   */
  RandomGenerator random();

  /** Creates a new signal. */
  Signal signal();

  /** Starts a thread for one of the engine's loops. */
  Worker start(String name, Runnable body);

  /** Starts a thread for one attempt: a virtual thread if the JVM has them. */
  Worker startAttempt(String name, Runnable body);

  /** Returns the largest size of the process's heap in bytes. */
  default long maxHeapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  /**
   * Ends idle threads for attempts. The node calls this method when it has ended. It may call
   * {@link #startAttempt} once more if the response to a claim arrives late.
   */
  default void nodeEnded() {}

  /**
   * Returns whether the node's process has crashed, so that its loops end. Only a simulated process
   * can crash while its code still runs.
   */
  default boolean hasCrashed() {
    return false;
  }

  /**
   * Returns whether threads can run while time passes. Return false if a test moves the clock in
   * steps: a big step then doesn't mean that a loop is late.
   */
  default boolean hasSteadyTime() {
    return true;
  }

  /**
   * A flag for which one thread at a time can wait. Setting the flag twice before a thread waits
   * has the same effect as setting it once.
   */
  interface Signal {
    /** Sets the flag: wakes the waiting thread, or the next thread that waits. */
    void set();

    /**
     * Waits until the flag is set, and clears it.
     *
     * @return whether the flag was set before the timeout
     */
    boolean await(Duration timeout) throws InterruptedException;
  }

  /** A started thread. */
  interface Worker {
    /** Interrupts the thread if its body still runs. */
    void interrupt();

    /** Waits for the end of the thread. Returns false after the timeout. */
    boolean join(Duration timeout) throws InterruptedException;
  }
}
