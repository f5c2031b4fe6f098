package dev.baton.engine.runtime;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes threads that inherit nothing from the thread that starts them, and clears what a body left
 * on its thread. The starting thread is often the application's, in the middle of a commit: its
 * tenant or user in an inheritable thread-local is none of the handler's business. Thread-safe.
 */
final class CleanThreads {

  /** That of the thread which builds the node, so that it is the same for all handlers. */
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** A platform thread, not yet started. */
  Thread platform(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 0, false);
    // A forgotten node must not keep its JVM alive; whoever wants to drain calls stop.
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(loader);
    return thread;
  }

  /** Starts a thread of {@link #virtual} with that name. */
  void startVirtual(ThreadFactory virtual, String name, Runnable body) {
    Thread thread = virtual.newThread(body);
    thread.setName(name);
    thread.setContextClassLoader(loader);
    thread.start();
  }

  /** What makes virtual threads; empty where the JVM has none (before 21). */
  static Optional<ThreadFactory> virtual() {
    try {
      // Looked up by name, since the library is compiled for 17.
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Method inherit = builder.getMethod("inheritInheritableThreadLocals", boolean.class);
      Object clean = inherit.invoke(Thread.class.getMethod("ofVirtual").invoke(null), false);
      return Optional.of((ThreadFactory) builder.getMethod("factory").invoke(clean));
    } catch (ReflectiveOperationException absent) {
      return Optional.empty();
    }
  }

  /** Makes this thread as it was when it was new, but for thread-locals that code has set on it. */
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
