package dev.baton.engine.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Where handlers run: a virtual thread each where the JVM has them (21+), else a bounded pool. */
interface AttemptThreads {

  void start(Runnable body);

  static AttemptThreads forThisJvm(int maxThreads, boolean virtual) {
    if (!virtual) {
      return new AttemptPool(maxThreads);
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
      return new AttemptPool(maxThreads);
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
}
