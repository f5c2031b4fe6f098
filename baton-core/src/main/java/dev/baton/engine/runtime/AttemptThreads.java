package dev.baton.engine.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Where handlers run: a virtual thread each where the JVM has them (21+), else a bounded pool. */
interface AttemptThreads {

  void start(Runnable body);

  static AttemptThreads forThisJvm(int maxThreads, boolean virtual) {
    if (!virtual) {
      return pool(maxThreads);
    }
    try {
      // Looked up by name, since the library is compiled for 17.
      MethodHandle start =
          MethodHandles.publicLookup()
              .findStatic(
                  Thread.class,
                  "startVirtualThread",
                  MethodType.methodType(Thread.class, Runnable.class));
      return body -> startVirtual(start, body);
    } catch (NoSuchMethodException | IllegalAccessException absent) {
      return pool(maxThreads);
    }
  }

  private static void startVirtual(MethodHandle start, Runnable body) {
    try {
      start.invoke(body);
    } catch (RuntimeException | Error broken) {
      throw broken;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** No more attempts run than there are slots, so the queue is only ever a moment deep. */
  static AttemptThreads pool(int maxThreads) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            maxThreads,
            maxThreads,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            body -> {
              Thread thread = new Thread(body, "baton-attempt-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool::execute;
  }
}
