package dev.baton.tck.engine;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Where handlers wait until the test lets them go on. Thread-safe. */
final class Gate {
  private static final int FOR_ALL = 1_000_000;

  private final Semaphore arrivals = new Semaphore(0);
  private final Semaphore places = new Semaphore(0);

  /** A handler waits here; an interrupt ends its wait. */
  void pass() throws InterruptedException {
    arrivals.release();
    places.acquire();
  }

  /** A handler that waits here and ignores interrupts; answers whether it was interrupted. */
  boolean passStubbornly() {
    arrivals.release();
    places.acquireUninterruptibly();
    return Thread.interrupted();
  }

  /** A handler tells that it is here, and goes on. */
  void arrive() {
    arrivals.release();
  }

  /** One handler may go on. */
  void openForOne() {
    places.release();
  }

  /** All may go on, now and later. */
  void open() {
    places.release(FOR_ALL);
  }

  /** Waits until one more handler has come. */
  void awaitArrival() throws InterruptedException {
    awaitArrivals(1);
  }

  void awaitArrivals(int count) throws InterruptedException {
    if (!arrivals.tryAcquire(count, 60, TimeUnit.SECONDS)) {
      throw new AssertionError(
          "Only " + arrivals.availablePermits() + " of " + count + " handlers came");
    }
  }

  /** Handlers that have come and weren't awaited yet. */
  int arrived() {
    return arrivals.availablePermits();
  }
}
