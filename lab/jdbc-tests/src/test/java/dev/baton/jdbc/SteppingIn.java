package dev.baton.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs code just before a statement is sent. Store methods with several statements must handle
 * commits of other transactions between two of them. Thread-safe.
 */
final class SteppingIn {
  private final AtomicReference<@Nullable Step> next = new AtomicReference<>();

  private record Step(String text, Callable<?> work) {}

  /** Runs this before the next statement that contains the text. */
  void before(String text, Callable<?> work) {
    next.set(new Step(text, work));
  }

  /** Returns whether the code has run. */
  boolean isDone() {
    return next.get() == null;
  }

  /** Returns a data source that inspects the statements. */
  DataSource around(DataSource real) {
    return (DataSource)
        Proxy.newProxyInstance(
            SteppingIn.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              Object result = invoke(method, real, arguments);
              return result instanceof Connection connection ? around(connection) : result;
            });
  }

  private Connection around(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            SteppingIn.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                stepIn((String) arguments[0]);
              }
              return invoke(method, real, arguments);
            });
  }

  private void stepIn(String sql) throws Exception {
    Step step = next.get();
    if (step != null && sql.contains(step.text()) && next.compareAndSet(step, null)) {
      step.work().call();
    }
  }

  private static @Nullable Object invoke(
      java.lang.reflect.Method method, Object real, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
