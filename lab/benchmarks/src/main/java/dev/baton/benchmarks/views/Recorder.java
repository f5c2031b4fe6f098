package dev.baton.benchmarks.views;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * Records the queries of the calling thread, with their parameters in place, as EXPLAIN needs them.
 * Queries of a node's own threads are not recorded. Thread-safe.
 */
final class Recorder implements DataSource {
  private final DataSource dataSource;
  private final ThreadLocal<@Nullable List<String>> noted = new ThreadLocal<>();

  Recorder(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Runs the work and returns this thread's queries. */
  List<String> record(Runnable work) {
    List<String> queries = new ArrayList<>();
    noted.set(queries);
    try {
      work.run();
      return queries;
    } finally {
      noted.remove();
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = dataSource.getConnection();
    return noted.get() == null ? connection : wrapped(connection);
  }

  private Connection wrapped(Connection connection) {
    return wrap(
        Connection.class,
        (proxy, method, arguments) -> {
          Object answer = call(connection, method, arguments);
          return answer instanceof PreparedStatement statement ? wrapped(statement) : answer;
        });
  }

  private PreparedStatement wrapped(PreparedStatement statement) {
    return wrap(
        PreparedStatement.class,
        (proxy, method, arguments) -> {
          List<String> queries = noted.get();
          if (queries != null && method.getName().equals("executeQuery")) {
            queries.add(statement.unwrap(PGStatement.class).toString());
          }
          return call(statement, method, arguments);
        });
  }

  private static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getCause();
      throw cause == null ? thrown : cause;
    }
  }

  private static <T> T wrap(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return dataSource.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    dataSource.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    dataSource.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return dataSource.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return dataSource.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return dataSource.isWrapperFor(type);
  }
}
