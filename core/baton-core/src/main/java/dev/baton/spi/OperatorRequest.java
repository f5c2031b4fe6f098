package dev.baton.spi;

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
 * Something that a person asked for, on the thread that does it. A store gives it few connections,
 * so that the engine keeps the rest, and ends its searches when its time is over. Used by one
 * thread.
 */
public final class OperatorRequest {
  private static final ThreadLocal<@Nullable OperatorRequest> CURRENT = new ThreadLocal<>();

  /**
   * A page of a search is answered after so long, whole or in part; its cursor goes on from there.
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
   * Does it as a request that may take so long in all; as part of the request that this thread
   * serves already, if there is one, in that one's time.
   *
   * @param nanoTime as {@link NodeRuntime#nanoTime}
   */
  public static <T> T within(LongSupplier nanoTime, Duration longest, Supplier<T> work) {
    if (longest.isNegative() || longest.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A request may take between zero and " + LONGEST + ", not " + longest);
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

  /** The request that this thread serves; null for the engine's and the application's own work. */
  public static @Nullable OperatorRequest current() {
    return CURRENT.get();
  }

  /** The time of {@link #nanoTime} in a request; outside of one it stands still. */
  public static long nanoTimeOf(@Nullable OperatorRequest request) {
    return request == null ? 0 : request.nanoTime();
  }

  /**
   * Takes one of these places as soon as there is one.
   *
   * @return whether it has one; not, when its time was over first, or its thread is interrupted
   */
  public boolean takes(Semaphore places) {
    return takes(places, LONGEST);
  }

  /**
   * As {@link #takes(Semaphore)}, where others aren't to be kept waiting behind it.
   *
   * @param longest how long it waits at the most
   */
  public boolean takes(Semaphore places, Duration longest) {
    try {
      return places.tryAcquire(Math.min(left().toNanos(), longest.toNanos()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Something that may wait until its thread is interrupted, as for a connection of a pool. */
  @FunctionalInterface
  public interface Wait<T, E extends Exception> {
    T done() throws E;
  }

  /**
   * Waits, and interrupts itself when this request's time is over: a pool may know no bound but its
   * own.
   *
   * @throws TimeoutException when it waited in vain, with what the wait threw as its cause
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

  /** Of the thread that made it, while it waits and not a moment later. */
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
   * Waits for so long, but not beyond its time.
   *
   * @param nanos zero or less for not at all
   */
  public void rest(long nanos) {
    LockSupport.parkNanos(Math.min(nanos, left().toNanos()));
  }

  /** By {@link NodeRuntime#nanoTime}. */
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** What is left of its time; zero when it is over. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - nanoTime.getAsLong()));
  }
}
