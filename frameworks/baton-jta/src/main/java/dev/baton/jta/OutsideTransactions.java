package dev.baton.jta;

import jakarta.transaction.Status;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections don't take part in the thread's transaction. A pool enlists a
 * connection in the transaction that the thread has when it gets the connection, and refuses to use
 * the connection in another one. Therefore each call suspends the thread's transaction. A thread
 * without a transaction, such as a thread of the node, gets the pool's own connection.
 */
final class OutsideTransactions implements DataSource {
  private final JtaThread thread;
  private final DataSource source;

  OutsideTransactions(JtaThread thread, DataSource source) {
    this.thread = thread;
    this.source = source;
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (thread.status() == Status.STATUS_NO_TRANSACTION) {
      return source.getConnection();
    }
    JtaThread.Suspended outer = thread.suspend();
    try {
      return around(Connection.class, source.getConnection());
    } finally {
      outer.resume();
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("Baton uses only connections of the pool's own user");
  }

  /** Wraps an object. Also wraps the results of its methods: statements and their result sets. */
  private <T> T around(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            OutsideTransactions.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> suspended(target, method, arguments)));
  }

  private @Nullable Object suspended(Object target, Method method, Object[] arguments)
      throws Throwable {
    JtaThread.Suspended outer = thread.suspend();
    try {
      Object answer = method.invoke(target, arguments);
      return answer == null || method.getName().equals("unwrap")
          ? answer
          : aroundAnswer(method.getReturnType(), answer);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    } finally {
      outer.resume();
    }
  }

  private <T> Object aroundAnswer(Class<T> type, Object answer) {
    return type.isInterface() && type.getName().startsWith("java.sql.")
        ? around(type, type.cast(answer))
        : answer;
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || source.isWrapperFor(type);
  }
}
