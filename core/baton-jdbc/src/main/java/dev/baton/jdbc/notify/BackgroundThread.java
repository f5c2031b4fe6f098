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
 * A background thread of this package, with its waits: the only place here that knows real time,
 * chance and threads. It never keeps the JVM from ending. Thread-safe.
 */
final class BackgroundThread {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundThread.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);
  private static final SecureRandom UNPREDICTABLE = new SecureRandom();

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Semaphore woken = new Semaphore(0);
  private volatile @Nullable Thread thread;

  /** Runs the body; one that ends by a throwable, of whatever class, is run again. */
  void start(String name, Runnable body) {
    // Nothing of the thread that starts it is kept alive by it.
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

  /** Never throws: without this thread there would be no hints for good. */
  private void restAfter(String name, Throwable broken) {
    try {
      if (isStopping()) {
        return;
      }
      LOG.warn("The thread {} failed and continues", name, Texts.harmless(broken));
      pause(AFTER_A_FAILURE);
    } catch (Throwable unreported) {
      // The log, or the heap, is the reason.
    }
  }

  /** Ends the thread's next {@link #awaitWork}, or the one it is in. */
  void wake() {
    // A second permit would only cause an empty round; two callers at once may add one.
    if (woken.availablePermits() == 0) {
      woken.release();
    }
  }

  /** Waits until woken or stopped, no longer than this. */
  void awaitWork(Duration atMost) {
    try {
      if (woken.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        woken.drainPermits();
      }
    } catch (InterruptedException nobodyShould) {
      beginToStop();
    }
  }

  /** Waits that long; only a stop ends it sooner. */
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

  /** Waits for the thread's end; a daemon that doesn't end in time does no harm. */
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

  /** Between half of it and all of it: nodes that lost one database don't come back as one. */
  static Duration jittered(Duration length) {
    return Duration.ofNanos(
        (long) (length.toNanos() * (0.5 + ThreadLocalRandom.current().nextDouble() / 2)));
  }

  /** Monotonic. */
  static long nanoTime() {
    return System.nanoTime();
  }

  /** A name that no other node has. */
  static String newName() {
    return Long.toString(UNPREDICTABLE.nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
  }
}
