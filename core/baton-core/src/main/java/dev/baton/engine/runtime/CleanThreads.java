package dev.baton.engine.runtime;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates threads that inherit nothing from the thread that starts them. It also removes what a
 * body has left on its thread. The starting thread often belongs to the application and is just
 * committing a transaction. Its inheritable thread-locals may contain a tenant or a user, which the
 * handler must not see. Thread-safe.
 */
final class CleanThreads {

  /** The class loader of the thread that builds the node. All handlers get this one. */
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** Creates a platform thread without starting it. */
  Thread platform(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 0, false);
    // A node that was never stopped must not keep the JVM running. An application that wants its
    // tasks to finish calls stop.
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(loader);
    return thread;
  }

  /** Starts a thread of {@link #virtual} with this name. */
  void startVirtual(ThreadFactory virtual, String name, Runnable body) {
    Thread thread = virtual.newThread(body);
    thread.setName(name);
    thread.setContextClassLoader(loader);
    thread.start();
  }

  /** Returns a factory of virtual threads; empty if the JVM has none (before 21). */
  static Optional<ThreadFactory> virtual() {
    try {
      // Use reflection, because the library is compiled for Java 17.
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Method inherit = builder.getMethod("inheritInheritableThreadLocals", boolean.class);
      Object clean = inherit.invoke(Thread.class.getMethod("ofVirtual").invoke(null), false);
      return Optional.of((ThreadFactory) builder.getMethod("factory").invoke(clean));
    } catch (ReflectiveOperationException absent) {
      return Optional.empty();
    }
  }

  /** Resets this thread to the state of a new one. Thread-locals that code has set on it remain. */
  void clear(String name) {
    Thread self = Thread.currentThread();
    Thread.interrupted();
    if (!self.getName().equals(name)) {
      self.setName(name);
    }
    if (self.getPriority() != Thread.NORM_PRIORITY) {
      self.setPriority(Thread.NORM_PRIORITY);
    }
    if (self.getContextClassLoader() != loader) {
      self.setContextClassLoader(loader);
    }
    self.setUncaughtExceptionHandler(null);
  }
}
