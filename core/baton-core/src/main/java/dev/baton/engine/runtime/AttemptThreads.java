package dev.baton.engine.runtime;

import java.util.concurrent.ThreadFactory;

/**
 * Where handlers run: a virtual thread each where the JVM has them (21+), else a bounded pool, or a
 * thread each.
 */
interface AttemptThreads {

  /**
   * @param name what a thread that is made for it alone is called
   */
  void start(String name, Runnable body);

  /** Keeps no thread for attempts that may follow. */
  default void close() {}

  static AttemptThreads forThisJvm(CleanThreads threads, int maxThreads, boolean virtual) {
    ThreadFactory factory = virtual ? CleanThreads.virtual().orElse(null) : null;
    if (factory == null) {
      return new AttemptPool(threads, maxThreads);
    }
    return (name, body) -> threads.startVirtual(factory, name, body);
  }

  /** None is used twice, also where there are no virtual ones. */
  static AttemptThreads eachItsOwn(CleanThreads threads, boolean virtual) {
    return virtual && CleanThreads.virtual().isPresent()
        ? forThisJvm(threads, 1, true)
        : (name, body) -> threads.platform(name, body).start();
  }
}
