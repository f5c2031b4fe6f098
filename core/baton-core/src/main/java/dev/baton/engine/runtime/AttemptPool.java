package dev.baton.engine.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads for handlers. It is used if the JVM has no virtual threads. Thread-safe.
 *
 * <p>At most one thread at a time is being woken or started. When a thread reaches the queue and
 * there is more work, it wakes the next thread. So a few threads run a batch of short handlers.
 * Waking one thread for each would cost several times the work of such handlers. If the handlers
 * are long, all threads are at work a moment later.
 */
final class AttemptPool implements AttemptThreads {
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private final CleanThreads clean;
  private final int most;
  private final Object lock = new Object();
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private int threads;
  private int idle;
  private boolean onTheWay;
  private boolean closed;
  private int started;

  AttemptPool(CleanThreads clean, int most) {
    this.clean = clean;
    this.most = most;
  }

  @Override
  public void start(String name, Runnable body) {
    synchronized (lock) {
      if (threads == 0) {
        // Create the first thread before queueing the body. If that fails, no thread would run the
        // body.
        addThread();
      }
      queue.add(body);
      callOne();
    }
  }

  /** Ends idle threads now, and each busy thread as soon as it has no more work. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  private void callOne() {
    if (onTheWay || queue.isEmpty()) {
      return;
    }
    if (idle > 0) {
      onTheWay = true;
      lock.notify();
    } else if (threads < most) {
      try {
        addThread();
      } catch (OutOfMemoryError noThread) {
        // The existing threads will do this work.
      }
    }
  }

  private void addThread() {
    String name = "baton-attempt-" + ++started;
    clean.platform(name, () -> work(name)).start();
    threads++;
    onTheWay = true;
  }

  private void work(String name) {
    Runnable next = next(true);
    while (next != null) {
      try {
        // Changes that the last handler made to its thread must not affect the next handler.
        clean.clear(name);
        next.run();
      } catch (Throwable broken) {
        report(broken);
      }
      next = next(false);
    }
  }

  /**
   * Reports an exception of a body. This never throws, because the thread must continue to serve
   * the queue.
   */
  private static void report(Throwable broken) {
    try {
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, broken);
    } catch (Throwable unreported) {
      // The application's own exception handler has thrown. Nothing more can be done here.
    }
  }

  /**
   * Waits for the next body and returns it. Returns null if none came for a long time. The thread
   * then ends.
   */
  private @Nullable Runnable next(boolean arrives) {
    synchronized (lock) {
      if (arrives) {
        onTheWay = false;
      }
      long end = 0;
      while (queue.isEmpty()) {
        long now = System.nanoTime();
        end = end == 0 ? now + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS) : end;
        if (closed || end - now <= 0) {
          threads--;
          return null;
        }
        rest(end - now);
      }
      Runnable next = queue.remove();
      callOne();
      return next;
    }
  }

  /**
   * Waits until the thread is woken. A thread that wakes without a reason counts as woken. In the
   * worst case, one thread too many is woken.
   */
  private void rest(long nanos) {
    idle++;
    try {
      TimeUnit.NANOSECONDS.timedWait(lock, nanos);
    } catch (InterruptedException late) {
      // The interrupt was meant for a body that has already ended.
    } finally {
      idle--;
      onTheWay = false;
    }
  }
}
