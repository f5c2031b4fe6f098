package dev.baton.tck.engine;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A gate at which handlers wait until the test opens it. Thread-safe. */
final class Gate {
  private static final int FOR_ALL = 1_000_000;

  private final Semaphore arrivals = new Semaphore(0);
  private final Semaphore places = new Semaphore(0);

  /** Lets a handler wait here; an interrupt ends its wait. */
  void pass() throws InterruptedException {
    arrivals.release();
    places.acquire();
  }

  /**
   * Lets a handler wait here and ignore interrupts. Returns whether the handler was interrupted.
   */
  boolean passStubbornly() {
    arrivals.release();
    places.acquireUninterruptibly();
    return Thread.interrupted();
  }

  /** Notes that a handler has arrived, without making it wait. */
  void arrive() {
    arrivals.release();
  }

  /** Lets one handler continue. */
  void openForOne() {
    places.release();
  }

  /** Lets all handlers continue, now and later. */
  void open() {
    places.release(FOR_ALL);
  }

  /** Waits until one more handler has arrived. */
  void awaitArrival() throws InterruptedException {
    awaitArrivals(1);
  }

  void awaitArrivals(int count) throws InterruptedException {
    if (!arrivals.tryAcquire(count, 60, TimeUnit.SECONDS)) {
      throw new AssertionError(
          "Only " + arrivals.availablePermits() + " of " + count + " handlers came");
    }
  }

  /** Returns the number of handlers that have arrived and weren't awaited yet. */
  int arrived() {
    return arrivals.availablePermits();
  }
}
