package dev.baton.jta;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A proxy for a connection of a JTA transaction. It refuses calls that would end the transaction
 * before the manager does. It sets savepoints by SQL, because pools refuse to roll back to a
 * savepoint of a JTA transaction although the database can.
 */
final class EnlistedConnection implements InvocationHandler {
  private static final Set<String> REFUSED =
      Set.of("commit", "close", "abort", "setAutoCommit", "setTransactionIsolation");

  private final Connection connection;
  private int savepoints;

  private EnlistedConnection(Connection connection) {
    this.connection = connection;
  }

  static Connection around(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            EnlistedConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new EnlistedConnection(connection));
  }

  /**
   * Closes the underlying connection, which stays in its transaction until the transaction ends.
   */
  static void giveBack(Connection around) throws SQLException {
    ((EnlistedConnection) Proxy.getInvocationHandler(around)).connection.close();
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "setSavepoint" -> {
        return set(new SqlSavepoint("baton_savepoint_" + ++savepoints));
      }
      case "releaseSavepoint" -> {
        execute("RELEASE SAVEPOINT " + named(arguments[0]));
        return null;
      }
      case "rollback" -> {
        if (arguments != null) {
          execute("ROLLBACK TO SAVEPOINT " + named(arguments[0]));
          return null;
        }
        throw refused(method);
      }
      default -> {
        if (REFUSED.contains(method.getName())) {
          throw refused(method);
        }
        try {
          return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
          throw thrown.getTargetException();
        }
      }
    }
  }

  private static SQLException refused(Method method) {
    return new SQLException(
        method.getName()
            + "() isn't allowed here: the transaction manager commits, or rolls back if"
            + " your work throws. Throw an exception to roll back");
  }

  private SqlSavepoint set(SqlSavepoint savepoint) throws SQLException {
    execute("SAVEPOINT " + savepoint.name());
    return savepoint;
  }

  private static String named(Object savepoint) throws SQLException {
    if (savepoint instanceof SqlSavepoint own) {
      return own.name();
    }
    throw new SQLException("The savepoint belongs to another connection");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private record SqlSavepoint(String name) implements Savepoint {
    @Override
    public int getSavepointId() throws SQLException {
      throw new SQLException("The savepoint has a name and no number");
    }

    @Override
    public String getSavepointName() {
      return name;
    }
  }
}
