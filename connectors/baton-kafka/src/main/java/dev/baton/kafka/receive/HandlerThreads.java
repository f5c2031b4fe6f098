package dev.baton.kafka.receive;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The threads of a receiver. Each handler starts as if on a new thread: it inherits nothing from
 * the thread that started the receiver or from the handler before it. Thread-safe.
 */
final class HandlerThreads {
  private static final String WORK = "baton-kafka-work";

  /** The class loader of the thread that creates the receiver. */
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  Thread thread(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(loader);
    return thread;
  }

  /** Returns the threads for batches. */
  ExecutorService workers() {
    return Executors.newCachedThreadPool(work -> thread(WORK, work));
  }

  /** Clears what a handler has left on this thread, which is one of the workers. */
  void clear() {
    Thread self = Thread.currentThread();
    Thread.interrupted();
    self.setName(WORK);
    self.setPriority(Thread.NORM_PRIORITY);
    self.setContextClassLoader(loader);
    MDC.clear();
  }
}
