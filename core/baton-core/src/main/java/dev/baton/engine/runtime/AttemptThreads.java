package dev.baton.engine.runtime;

import java.util.concurrent.ThreadFactory;

/**
 * Runs handlers on threads: on a virtual thread each if the JVM has them (21+), otherwise in a
 * bounded pool or on a new thread each.
 */
interface AttemptThreads {

  /**
   * @param name the name of a thread that is created only for this body
   */
  void start(String name, Runnable body);

  /** Keeps no idle threads from now on. */
  default void close() {}

  static AttemptThreads forThisJvm(CleanThreads threads, int maxThreads, boolean virtual) {
    ThreadFactory factory = virtual ? CleanThreads.virtual().orElse(null) : null;
    if (factory == null) {
      return new AttemptPool(threads, maxThreads);
    }
    return (name, body) -> threads.startVirtual(factory, name, body);
  }

  /** Returns threads that are never used twice, even without virtual threads. */
  static AttemptThreads eachItsOwn(CleanThreads threads, boolean virtual) {
    return virtual && CleanThreads.virtual().isPresent()
        ? forThisJvm(threads, 1, true)
        : (name, body) -> threads.platform(name, body).start();
  }
}
