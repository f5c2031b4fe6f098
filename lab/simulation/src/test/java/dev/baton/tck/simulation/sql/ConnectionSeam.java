package dev.baton.tck.simulation.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The JDBC connection of a node, in front of the real one. */
final class ConnectionSeam implements InvocationHandler {
  private final Session session;

  private ConnectionSeam(Session session) {
    this.session = session;
  }

  static Connection of(Session session) {
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionSeam.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new ConnectionSeam(session));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] given)
      throws Throwable {
    return switch (method.getName()) {
      case "equals" -> self == given[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "a connection of " + session.node();
      case "close" -> {
        session.close();
        yield null;
      }
      case "abort" -> {
        session.breakOff();
        yield null;
      }
      case "isClosed" -> !session.isOpen();
      case "isValid" -> session.isOpen();
      case "getNetworkTimeout" -> (int) session.networkMillis();
      case "setNetworkTimeout" -> {
        session.require();
        session.networkMillis((Integer) given[1]);
        yield null;
      }
      case "isWrapperFor" -> false;
      case "unwrap" -> throw new SQLException("Not to be unwrapped");
      case "prepareStatement" ->
          StatementSeam.of((Connection) self, session, (String) given[0], PreparedStatement.class);
      case "createStatement" -> StatementSeam.of((Connection) self, session, null, Statement.class);
      case "commit" -> {
        session.commit();
        yield null;
      }
      case "rollback" -> {
        session.rollback(given == null ? null : (Savepoint) given[0]);
        yield null;
      }
      case "setAutoCommit" -> {
        Connection real = session.connection();
        if (real.getAutoCommit() != (Boolean) given[0]) {
          real.setAutoCommit((Boolean) given[0]);
          // Switching auto-commit on commits open changes. Correct code has none.
          session.database().committed(session);
        }
        yield null;
      }
      case "setTransactionIsolation" -> {
        if ((Integer) given[0] > Connection.TRANSACTION_READ_COMMITTED) {
          session.database().met(Trouble.HIGHER_ISOLATION);
        }
        yield passOn(method, given);
      }
      case "setSavepoint", "releaseSavepoint" ->
          session.statement("SAVEPOINT", false, () -> passOn(method, given));
      default -> passOn(method, given);
    };
  }

  private @Nullable Object passOn(Method method, Object @Nullable [] given) throws SQLException {
    return call(session.connection(), method, given);
  }

  static @Nullable Object call(Object target, Method method, Object @Nullable [] given)
      throws SQLException {
    try {
      return method.invoke(target, given);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      if (cause instanceof SQLException told) {
        throw told;
      }
      if (cause instanceof RuntimeException wrong) {
        throw wrong;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(cause);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
