package dev.baton.jdbc.node;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Counts sent statements, each of a batch separately, and transactions that wrote. Thread-safe. */
final class CountingDataSource {
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  DataSource around(DataSource real) {
    return proxy(
        DataSource.class,
        real,
        (name, result) -> result instanceof Connection c ? connection(c) : result);
  }

  long statements() {
    return statements.get();
  }

  /** Returns the number of commits and of statements that wrote outside of a transaction. */
  long writeTransactions() {
    return writes.get();
  }

  void reset() {
    statements.set(0);
    writes.set(0);
  }

  private Connection connection(Connection real) {
    return proxy(
        Connection.class,
        real,
        (name, result) -> {
          if (name.equals("commit")) {
            writes.incrementAndGet();
          }
          return result instanceof Statement s ? statement(s, real) : result;
        });
  }

  private Object statement(Statement real, Connection connection) {
    Class<?> type = real.getClass();
    Class<?> shape =
        real instanceof java.sql.PreparedStatement
            ? java.sql.PreparedStatement.class
            : Statement.class;
    if (!shape.isAssignableFrom(type)) {
      throw new IllegalStateException(type.getName());
    }
    return proxy(
        shape,
        real,
        (name, result) -> {
          // Statements of a batch are counted when they are added to it.
          if (name.equals("addBatch") || (name.startsWith("execute") && !name.endsWith("Batch"))) {
            counted(real, connection);
          }
          return result;
        });
  }

  private void counted(Statement statement, Connection connection) {
    statements.incrementAndGet();
    try {
      String sql = statement.toString().toLowerCase(java.util.Locale.ROOT);
      boolean writing =
          sql.contains("insert into") || sql.contains("update ") || sql.contains("delete from");
      if (connection.getAutoCommit() && writing) {
        writes.incrementAndGet();
      }
    } catch (SQLException closed) {
      throw new IllegalStateException(closed);
    }
  }

  private interface After {
    Object on(String method, Object result);
  }

  private static <T> T proxy(Class<?> shape, Object real, After after) {
    @SuppressWarnings("unchecked")
    T proxy =
        (T)
            Proxy.newProxyInstance(
                CountingDataSource.class.getClassLoader(),
                new Class<?>[] {shape},
                (self, method, arguments) -> {
                  try {
                    return after.on(method.getName(), method.invoke(real, arguments));
                  } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                  }
                });
    return proxy;
  }
}
