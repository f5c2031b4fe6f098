package dev.baton.management;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of the JDK's server. Each connection takes one as soon as its first byte arrives. If
 * all threads are taken and most of them wait for their callers, the caller that has been waited
 * for longest is cut off. Without that, 256 clients could block the page: by sending only one byte,
 * leaving out a body, or not reading the response. Thread-safe.
 */
final class ServerThreads implements Executor, CallerWaits {
  private static final int MAX_THREADS = 256;
  private static final int QUEUED = 256;

  /**
   * Minimum number of waiting threads before a caller is cut off. With fewer, other threads become
   * free as soon as they have sent their responses.
   */
  private static final int MIN_WAITING = MAX_THREADS / 2;

  private static final long THREAD_IDLE_SECONDS = 30;
  private static final int PATIENCE_SECONDS = 5;

  private final ThreadPoolExecutor threads;

  /**
   * Threads that read from their callers or write to them, in the order in which they began to
   * wait.
   */
  private final Set<Thread> waiting = new LinkedHashSet<>();

  private int running;

  ServerThreads() {
    threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUED),
            factory(),
            ServerThreads::whenFull);
    threads.allowCoreThreadTimeOut(true);
  }

  private static ThreadFactory factory() {
    AtomicInteger number = new AtomicInteger();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return work -> {
      String name = "baton-http-" + number.incrementAndGet();
      Thread thread = new Thread(null, work, name, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(loader);
      return thread;
    };
  }

  /**
   * Waits for a place in the queue. A place becomes free soon, because the server cuts off slow
   * callers and their threads take the next entries.
   */
  private static void whenFull(Runnable exchange, ThreadPoolExecutor threads) {
    try {
      if (!threads.isShutdown()
          && threads.getQueue().offer(exchange, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    throw new RejectedExecutionException("Too many requests are running");
  }

  @Override
  public void execute(Runnable exchange) {
    cutOffTheSlowestIfCrowded();
    threads.execute(
        () -> {
          begins();
          try {
            exchange.run();
          } finally {
            ends();
          }
        });
    cutOffTheSlowestIfCrowded();
  }

  private synchronized void begins() {
    running++;
    waits();
  }

  @Override
  public synchronized void waits() {
    waiting.add(Thread.currentThread());
    cutOffTheSlowestIfCrowded();
  }

  @Override
  public synchronized void goesOn() {
    boolean isCutOff = !waiting.remove(Thread.currentThread());
    if (isCutOff) {
      // The interrupt came too late, or the connection is already closed. In both cases the handler
      // continues without the interrupt flag.
      Thread.interrupted();
    }
  }

  private synchronized void ends() {
    running--;
    waiting.remove(Thread.currentThread());
  }

  /**
   * Cuts off the slowest caller: an interrupt closes the connection that its thread reads from or
   * writes to. An entry that is queued briefly while a thread is idle doesn't cut off a connection.
   */
  private synchronized void cutOffTheSlowestIfCrowded() {
    boolean isCrowded = running >= MAX_THREADS && !threads.getQueue().isEmpty();
    if (isCrowded && waiting.size() >= MIN_WAITING) {
      Iterator<Thread> slowest = waiting.iterator();
      slowest.next().interrupt();
      slowest.remove();
    }
  }

  /** Stops accepting requests. Running requests have five seconds to finish. */
  void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
