package dev.baton.engine.runtime;

import java.util.concurrent.ThreadFactory;

/**
 * Runs handlers on threads. If the JVM has virtual threads (21 or later), each handler gets one;
 * otherwise a pool or new threads are used.
 */
interface AttemptThreads {

  /**
   * @param name name for a thread that is created for this body only
   */
  void start(String name, Runnable body);

  /** From now on, ends threads that become idle. */
  default void close() {}

  static AttemptThreads forThisJvm(CleanThreads threads, int maxThreads, boolean virtual) {
    ThreadFactory factory = virtual ? CleanThreads.virtual().orElse(null) : null;
    if (factory == null) {
      return new AttemptPool(threads, maxThreads);
    }
    return (name, body) -> threads.startVirtual(factory, name, body);
  }

  /** Creates a new thread for each handler, even without virtual threads. */
  static AttemptThreads eachItsOwn(CleanThreads threads, boolean virtual) {
    return virtual && CleanThreads.virtual().isPresent()
        ? forThisJvm(threads, 1, true)
        : (name, body) -> threads.platform(name, body).start();
  }
}
