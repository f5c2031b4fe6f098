package dev.baton.spi;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Provides time, random numbers, threads and signals. Everything in the engine blocks and reads the
 * time only through this interface, so that a simulator can decide which thread runs when.
 */
public interface NodeRuntime {

  /** Returns monotonic nanoseconds with an arbitrary origin. */
  long nanoTime();

  /** Returns the wall clock in milliseconds, only for ids and logs; no decision depends on it. */
  long currentTimeMillis();

  /**
   * Returns a thread-safe source of unpredictable random bits. Ids and owners must never collide.
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
   * Reports that the node has ended, so that idle threads for attempts can end. An attempt may
   * still follow if the answer to a claim arrives late.
   */
  default void nodeEnded() {}

  /**
   * Returns whether the node's process has crashed; its loops then end. Only a simulated process
   * can crash while its code still runs.
   */
  default boolean hasCrashed() {
    return false;
  }

  /**
   * Returns whether time passes only while threads may run. If it returns false, because a test
   * moves the clock, a big step of the clock doesn't make a loop late.
   */
  default boolean hasSteadyTime() {
    return true;
  }

  /**
   * A flag that one thread at a time can wait for. Setting it twice before a thread waits has the
   * same effect as setting it once.
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
