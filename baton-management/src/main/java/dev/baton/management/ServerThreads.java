package dev.baton.management;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of the JDK's server, of which each connection takes one as soon as its first byte is
 * there. Where all are taken, who has been sending the head of a request for longest is cut off:
 * else as many connections that send a byte and no more would silence the page. Thread-safe.
 */
final class ServerThreads implements Executor {
  private static final int MAX_THREADS = 256;
  private static final int QUEUED = 256;
  private static final long THREAD_IDLE_SECONDS = 30;
  private static final int PATIENCE_SECONDS = 5;

  private final ThreadPoolExecutor threads;

  /** Threads whose request isn't read yet, the one that has read for longest first. */
  private final Set<Thread> reading = new LinkedHashSet<>();

  private int running;

  ServerThreads() {
    threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUED),
            factory());
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
    reading.add(Thread.currentThread());
    cutOffTheSlowestIfCrowded();
  }

  /** The head of this thread's request has been read: it is answered, however crowded it is. */
  synchronized void hasRead() {
    boolean isCutOff = !reading.remove(Thread.currentThread());
    if (isCutOff) {
      // A moment too late: who has sent all of it is answered.
      Thread.interrupted();
    }
  }

  private synchronized void ends() {
    running--;
    reading.remove(Thread.currentThread());
  }

  /**
   * An interrupt closes the connection that its thread reads from. What is in the queue for a
   * moment, while a thread is idle, cuts no connection off.
   */
  private synchronized void cutOffTheSlowestIfCrowded() {
    if (running < MAX_THREADS || threads.getQueue().isEmpty()) {
      return;
    }
    Iterator<Thread> slowest = reading.iterator();
    if (slowest.hasNext()) {
      slowest.next().interrupt();
      slowest.remove();
    }
  }

  /** Takes no more; what is being answered has five seconds. */
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
