package dev.baton.spi;

import dev.baton.task.internal.Texts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request of an operator, on the thread that serves the request. A store gives such requests only
 * few connections, so that the engine keeps the others, and stops the searches of a request when
 * its time is over. Only one thread uses it.
 */
public final class OperatorRequest {
  private static final ThreadLocal<@Nullable OperatorRequest> CURRENT = new ThreadLocal<>();

  /**
   * Time after which a page of a search is returned, complete or not. Its cursor continues from
   * there.
   */
  public static final Duration PAGE_TIME = Duration.ofMillis(400);

  private static final Duration LONGEST = Duration.ofHours(24);

  private final LongSupplier nanoTime;
  private final long endNanos;

  private OperatorRequest(LongSupplier nanoTime, long endNanos) {
    this.nanoTime = nanoTime;
    this.endNanos = endNanos;
  }

  /**
   * Runs the work as a request that may take {@code longest} in total. If the thread already serves
   * a request, the work is a part of that request and uses its time.
   *
   * @param nanoTime the clock, as {@link NodeRuntime#nanoTime}
   */
  public static <T> T within(LongSupplier nanoTime, Duration longest, Supplier<T> work) {
    if (longest.isNegative() || longest.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "The time limit of a request must be between zero and "
              + Texts.duration(LONGEST)
              + ", not "
              + Texts.duration(longest));
    }
    if (CURRENT.get() != null) {
      return work.get();
    }
    CURRENT.set(new OperatorRequest(nanoTime, nanoTime.getAsLong() + longest.toNanos()));
    try {
      return work.get();
    } finally {
      CURRENT.remove();
    }
  }

  /**
   * Returns the request that this thread serves; null for work of the engine and the application.
   */
  public static @Nullable OperatorRequest current() {
    return CURRENT.get();
  }

  /** Returns the {@link #nanoTime} of a request; zero without a request. */
  public static long nanoTimeOf(@Nullable OperatorRequest request) {
    return request == null ? 0 : request.nanoTime();
  }

  /**
   * Acquires a permit of the semaphore, and waits for it within the request's time.
   *
   * @return whether it got a permit; false if the request's time ended first or the thread was
   *     interrupted
   */
  public boolean takes(Semaphore places) {
    return takes(places, LONGEST);
  }

  /** Acquires a permit, like {@link #takes(Semaphore)}, but waits at most {@code longest}. */
  public boolean takes(Semaphore places, Duration longest) {
    try {
      return places.tryAcquire(Math.min(left().toNanos(), longest.toNanos()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * A call that may wait until its thread is interrupted, for example for a connection of a pool.
   */
  @FunctionalInterface
  public interface Wait<T, E extends Exception> {
    T done() throws E;
  }

  /**
   * Runs a call that waits, and interrupts it when this request's time is over. Without this, the
   * call would wait as long as the pool's own timeout.
   *
   * @throws TimeoutException if the time ended before the wait; its cause is the exception of the
   *     wait
   */
  public <T, E extends Exception> T inTime(Wait<T, E> wait) throws E, TimeoutException {
    Interruption interruption = new Interruption();
    CompletableFuture<Void> time = new CompletableFuture<>();
    time.orTimeout(left().toNanos(), TimeUnit.NANOSECONDS)
        .whenComplete((ended, isOver) -> interruption.comes(isOver != null));
    try {
      return wait.done();
    } catch (Exception broken) {
      if (interruption.isOver()) {
        throw (TimeoutException)
            new TimeoutException("The request's time is over").initCause(broken);
      }
      throw broken;
    } finally {
      interruption.ends();
      time.complete(null);
    }
  }

  /** Interrupts the thread that created it, but only while that thread waits. */
  private static final class Interruption {
    private final Thread waiting = Thread.currentThread();
    private boolean ended;
    private boolean came;

    synchronized void comes(boolean isOver) {
      if (isOver && !ended) {
        came = true;
        waiting.interrupt();
      }
    }

    synchronized boolean isOver() {
      return came;
    }

    synchronized void ends() {
      ended = true;
      if (came) {
        Thread.interrupted();
      }
    }
  }

  /**
   * Waits for {@code nanos}, but not longer than the request's time.
   *
   * @param nanos zero or less to return at once
   */
  public void rest(long nanos) {
    LockSupport.parkNanos(Math.min(nanos, left().toNanos()));
  }

  /** Returns the time of {@link NodeRuntime#nanoTime}. */
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Returns the rest of the request's time; zero when it is over. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - nanoTime.getAsLong()));
  }
}
