package dev.baton.engine.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads for handlers, used if there are no virtual threads. Thread-safe.
 *
 * <p>At most one thread at a time is on its way to the queue. When it arrives and there is more
 * work, it wakes the next one. So a few threads run a batch of short handlers; waking a thread for
 * each would cost several times the work of the handlers. Long handlers get all available threads a
 * moment later.
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
        // Create the first thread before the body is queued. If that fails, no thread would take
        // the body.
        addThread();
      }
      queue.add(body);
      callOne();
    }
  }

  /** Ends idle threads now, and each other thread as soon as it is idle. */
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
        // The existing threads will do the work.
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
        // The state that the last handler left on the thread must not affect the next one.
        clean.clear(name);
        next.run();
      } catch (Throwable broken) {
        report(broken);
      }
      next = next(false);
    }
  }

  /**
   * Reports an exception. Never throws, because this thread must remain available for the queue.
   */
  private static void report(Throwable broken) {
    try {
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, broken);
    } catch (Throwable unreported) {
      // The application's exception handler failed.
    }
  }

  /** Returns the next body. Returns null if there was none for a long time, and the thread ends. */
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
   * Waits for work. A thread that wakes counts as the one on its way, even if no call woke it. In
   * the worst case, one thread too many is woken.
   */
  private void rest(long nanos) {
    idle++;
    try {
      TimeUnit.NANOSECONDS.timedWait(lock, nanos);
    } catch (InterruptedException late) {
      // The interrupt was for a body that has ended.
    } finally {
      idle--;
      onTheWay = false;
    }
  }
}
