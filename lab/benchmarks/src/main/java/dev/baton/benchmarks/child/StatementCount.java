package dev.baton.benchmarks.child;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the statements that are executed through the connections it wraps; a JDBC batch counts as
 * one. Used in separate runs, since the wrapping costs time. Thread-safe.
 */
final class StatementCount {
  private final LongAdder executed = new LongAdder();

  long executed() {
    return executed.sum();
  }

  Connection counting(Connection connection) {
    return wrap(
        Connection.class,
        (proxy, method, arguments) -> {
          Object answer = call(connection, method, arguments);
          if (answer instanceof CallableStatement statement) {
            return counting(CallableStatement.class, statement);
          }
          if (answer instanceof PreparedStatement statement) {
            return counting(PreparedStatement.class, statement);
          }
          if (answer instanceof Statement statement) {
            return counting(Statement.class, statement);
          }
          return answer;
        });
  }

  private <T extends Statement> T counting(Class<T> type, T statement) {
    return wrap(
        type,
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            executed.increment();
          }
          return call(statement, method, arguments);
        });
  }

  private static Object call(Object target, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static <T> T wrap(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
