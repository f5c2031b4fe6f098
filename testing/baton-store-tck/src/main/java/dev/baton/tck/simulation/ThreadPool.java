package dev.baton.tck.simulation;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Platform threads, reused by one simulation after the other. Thread-safe. */
final class ThreadPool {
  private static final int MAX_THREADS = 4_000;
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          body -> {
            Thread thread =
                new Thread(null, body, "simulated-" + COUNT.incrementAndGet(), 256_000, false);
            thread.setDaemon(true);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(ThreadPool.class.getClassLoader());
            return thread;
          });

  private ThreadPool() {}

  static void run(Runnable body) {
    THREADS.execute(body);
  }
}
