package dev.baton.jdbc.transaction.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/**
 * Wraps a connection for user code and refuses calls that would end the transaction too early. It
 * only catches mistakes: it doesn't see SQL commands or calls on the driver's own connection.
 */
final class ConnectionGuard {
  private static final Set<String> REFUSED =
      Set.of("commit", "close", "abort", "setAutoCommit", "setTransactionIsolation");

  private ConnectionGuard() {}

  static Connection around(Connection connection) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object[] given = arguments == null ? new Object[0] : arguments;
          if (method.getName().equals("unwrap") && ((Class<?>) given[0]).isInstance(proxy)) {
            return proxy;
          }
          check(method.getName(), given);
          try {
            return method.invoke(connection, given);
          } catch (InvocationTargetException e) {
            throw e.getTargetException();
          }
        };
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionGuard.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
  }

  private static void check(String method, Object[] arguments) throws SQLException {
    if (REFUSED.contains(method) || (method.equals("rollback") && arguments.length == 0)) {
      throw new SQLException(
          method
              + "() isn't allowed here: JdbcTransactions commits when your work returns, or rolls"
              + " back if it throws. Throw an exception to roll back");
    }
  }
}
