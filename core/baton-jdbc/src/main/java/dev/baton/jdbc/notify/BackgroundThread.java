package dev.baton.jdbc.notify;

import dev.baton.task.internal.Texts;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A background thread of this package, with its waits. In this package, only this class uses real
 * time, random numbers and threads. The thread is a daemon thread. Thread-safe.
 */
final class BackgroundThread {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundThread.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);
  private static final SecureRandom UNPREDICTABLE = new SecureRandom();

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Semaphore woken = new Semaphore(0);
  private volatile @Nullable Thread thread;

  /** Runs the body on a new thread. If the body throws anything, it is run again. */
  void start(String name, Runnable body) {
    // The thread inherits no thread-locals, so that it doesn't keep objects of its starter in
    // memory.
    Thread started = new Thread(null, () -> runToItsEnd(name, body), name, 0, false);
    started.setDaemon(true);
    started.setPriority(Thread.NORM_PRIORITY);
    thread = started;
    started.start();
  }

  private void runToItsEnd(String name, Runnable body) {
    boolean ended = false;
    while (!ended) {
      try {
        body.run();
        ended = true;
      } catch (Throwable broken) {
        ended = isStopping();
        restAfter(name, broken);
      }
    }
  }

  /**
   * Logs a failure and waits. It must not throw: if the thread ended, this node would no longer
   * send or receive hints.
   */
  private void restAfter(String name, Throwable broken) {
    try {
      if (isStopping()) {
        return;
      }
      LOG.warn("The thread {} failed and continues", name, Texts.harmless(broken));
      pause(AFTER_A_FAILURE);
    } catch (Throwable unreported) {
      // The log itself may have failed, or the heap is full. Nothing more can be done here.
    }
  }

  /** Ends the thread's current or next {@link #awaitWork}. */
  void wake() {
    // A second permit would only cause a round without work. Two concurrent calls may still add
    // one.
    if (woken.availablePermits() == 0) {
      woken.release();
    }
  }

  /** Waits until the thread is woken or stopped, but at most for this long. */
  void awaitWork(Duration atMost) {
    try {
      if (woken.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        woken.drainPermits();
      }
    } catch (InterruptedException nobodyShould) {
      beginToStop();
    }
  }

  /** Waits for this long. Only a stop ends the wait earlier. */
  void pause(Duration length) {
    try {
      boolean stopped = stopping.await(length.toNanos(), TimeUnit.NANOSECONDS);
      if (stopped) {
        return;
      }
    } catch (InterruptedException nobodyShould) {
      beginToStop();
    }
  }

  boolean isStopping() {
    return stopping.getCount() == 0;
  }

  void beginToStop() {
    stopping.countDown();
    wake();
  }

  /**
   * Waits until the thread has ended. If it doesn't end in time, it continues as a daemon thread,
   * which does no harm.
   */
  void join(Duration patience) {
    Thread started = thread;
    if (started == null || started == Thread.currentThread()) {
      return;
    }
    try {
      started.join(Math.max(1, patience.toMillis()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns a random duration between half of the length and the whole length. So nodes that have
   * lost a database don't all reconnect at the same moment.
   */
  static Duration jittered(Duration length) {
    return Duration.ofNanos(
        (long) (length.toNanos() * (0.5 + ThreadLocalRandom.current().nextDouble() / 2)));
  }

  /** Returns a monotonic time. */
  static long nanoTime() {
    return System.nanoTime();
  }

  /** Returns a random name that no other node has. */
  static String newName() {
    return Long.toString(UNPREDICTABLE.nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
  }
}
