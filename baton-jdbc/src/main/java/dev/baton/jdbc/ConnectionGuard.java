package dev.baton.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stands between user code and a connection whose transaction somebody else ends: refuses to end it
 * early, and notices a return to a savepoint. A driver's own connection, got by {@code unwrap},
 * isn't guarded. Used by one thread at a time.
 */
final class ConnectionGuard {
  private static final Set<String> REFUSED =
      Set.of("commit", "close", "abort", "setAutoCommit", "setTransactionIsolation");

  private boolean rolledBackToSavepoint;

  boolean rolledBackToSavepoint() {
    return rolledBackToSavepoint;
  }

  Connection around(Connection connection) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object[] given = arguments == null ? new Object[0] : arguments;
          if (method.getName().equals("unwrap") && ((Class<?>) given[0]).isInstance(proxy)) {
            return proxy;
          }
          check(method.getName(), given);
          Object answer = invoke(method, connection, given);
          return answer instanceof Statement statement && method.getName().equals("createStatement")
              ? around(statement, (Connection) proxy)
              : answer;
        };
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionGuard.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
  }

  private Statement around(Statement statement, Connection guarded) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object[] given = arguments == null ? new Object[0] : arguments;
          if (method.getName().equals("getConnection")) {
            return guarded;
          }
          if (given.length > 0 && given[0] instanceof String sql) {
            checkText(sql);
          }
          return invoke(method, statement, given);
        };
    return (Statement)
        Proxy.newProxyInstance(
            ConnectionGuard.class.getClassLoader(), new Class<?>[] {Statement.class}, handler);
  }

  private void check(String method, Object[] arguments) throws SQLException {
    if (REFUSED.contains(method) || (method.equals("rollback") && arguments.length == 0)) {
      throw refusal(method + "()");
    }
    if (method.equals("rollback")) {
      rolledBackToSavepoint = true;
    }
    if (method.startsWith("prepare") && arguments[0] instanceof String sql) {
      checkText(sql);
    }
  }

  private void checkText(String sql) throws SQLException {
    String text = sql.stripLeading();
    if (!startsWith(text, "rollback") && !startsWith(text, "commit")) {
      return;
    }
    String[] words = text.toLowerCase(Locale.ROOT).split("[\\s;]+");
    boolean toSavepoint =
        words.length > 2
            && words[0].equals("rollback")
            && (words[1].equals("to") || words[2].equals("to"));
    if (!toSavepoint) {
      throw refusal(words[0].toUpperCase(Locale.ROOT));
    }
    rolledBackToSavepoint = true;
  }

  private static boolean startsWith(String text, String word) {
    return text.regionMatches(true, 0, word, 0, word.length());
  }

  private static SQLException refusal(String what) {
    return new SQLException(
        what
            + " isn't yours to call here: JdbcTransactions commits when your work returns and rolls"
            + " back when it throws. Throw an exception to roll back");
  }

  private static @Nullable Object invoke(Method method, Object target, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
