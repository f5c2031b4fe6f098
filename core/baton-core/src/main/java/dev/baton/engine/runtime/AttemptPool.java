package dev.baton.engine.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads for handlers where there are no virtual ones. Thread-safe.
 *
 * <p>One thread at a time is on its way to the queue; when it arrives and there is more, it wakes
 * the next. So a batch of short handlers is done by a few threads, where a thread woken for each
 * would cost several times what the handlers do, and long ones have as many threads as there may be
 * a moment later.
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
        // With nobody to run it later, it must not stay in the queue if no thread can be made.
        addThread();
      }
      queue.add(body);
      callOne();
    }
  }

  /** Ends the threads that have nothing to do, and from now on each as soon as it has not. */
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
        // The threads there are will do it.
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
        // What the last handler left is none of the next one's business.
        clean.clear(name);
        next.run();
      } catch (Throwable broken) {
        report(broken);
      }
      next = next(false);
    }
  }

  /** Never throws: this thread counts as one that will do what is queued. */
  private static void report(Throwable broken) {
    try {
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, broken);
    } catch (Throwable unreported) {
      // The handler is the application's.
    }
  }

  /** What to do next; null if there has been nothing for long, and the thread ends. */
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

  /** Whoever wakes, called or not, is the one on the way: at worst one too many is called. */
  private void rest(long nanos) {
    idle++;
    try {
      TimeUnit.NANOSECONDS.timedWait(lock, nanos);
    } catch (InterruptedException late) {
      // Meant for a body that has ended.
    } finally {
      idle--;
      onTheWay = false;
    }
  }
}
