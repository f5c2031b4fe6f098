package dev.baton.tck.simulation.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a node. It keeps the bound values until execution. Only then does it create the
 * real statement, with the virtual time in its text, and again for each retry.
 */
final class StatementSeam implements InvocationHandler {
  private static final Set<String> EXECUTIONS =
      Set.of("execute", "executeQuery", "executeUpdate", "executeBatch");

  private record Bound(Method method, Object @Nullable [] given) {
    void to(Statement real) throws SQLException {
      ConnectionSeam.call(real, method, given);
    }
  }

  private final Session session;
  private final @Nullable String prepared;
  private final List<Bound> bound = new ArrayList<>();
  private @Nullable Connection connection;
  private @Nullable Statement real;

  private StatementSeam(Session session, @Nullable String prepared) {
    this.session = session;
    this.prepared = prepared;
  }

  static <T extends Statement> T of(
      Connection connection, Session session, @Nullable String prepared, Class<T> type)
      throws SQLException {
    session.require();
    StatementSeam seam = new StatementSeam(session, prepared);
    seam.connection = connection;
    return type.cast(
        Proxy.newProxyInstance(StatementSeam.class.getClassLoader(), new Class<?>[] {type}, seam));
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] given)
      throws Throwable {
    String name = method.getName();
    if (EXECUTIONS.contains(name)) {
      String sql = prepared != null ? prepared : (String) given[0];
      return execute(method, given, sql);
    }
    switch (name) {
      case "equals":
        return self == given[0];
      case "hashCode":
        return System.identityHashCode(self);
      case "getConnection":
        return connection;
      case "isWrapperFor":
        return false;
      case "setQueryTimeout":
        return null;
      case "close":
        closeReal();
        return null;
      default:
        if (name.startsWith("set") || name.equals("addBatch")) {
          bound.add(new Bound(method, given));
          return null;
        }
        if (real == null) {
          throw new SQLException("Nothing was executed before " + name);
        }
        return ConnectionSeam.call(real, method, given);
    }
  }

  private @Nullable Object execute(Method method, Object @Nullable [] given, String sql)
      throws SQLException {
    Server server = session.database().server();
    Long wait = server.lockWaitMillis(sql);
    if (wait != null) {
      session.require();
      session.lockWaitMillis(wait);
      return true;
    }
    boolean asks = server.asksLockWait(sql);
    session.database().executed(sql);
    Object answer =
        session.statement(
            sql,
            !asks && !sql.startsWith("SELECT"),
            () -> run(method, given, asks ? server.lockWaitQuery(session.lockWaitMillis()) : sql));
    if (prepared != null && bound.stream().anyMatch(b -> b.method().getName().equals("addBatch"))) {
      bound.clear();
    }
    return answer;
  }

  private @Nullable Object run(Method method, Object @Nullable [] given, String sql)
      throws SQLException {
    closeReal();
    String text = session.database().atThisTime(sql);
    if (sql.equals("SELECT " + session.database().server().clock())) {
      session.readsClock();
    }
    Connection through = session.connection();
    if (prepared == null) {
      real = through.createStatement();
      Object[] with = given.clone();
      with[0] = text;
      return ConnectionSeam.call(real, method, with);
    }
    real = through.prepareStatement(text);
    for (Bound one : bound) {
      one.to(real);
    }
    return ConnectionSeam.call(real, method, given);
  }

  private void closeReal() throws SQLException {
    Statement was = real;
    real = null;
    if (was != null) {
      was.close();
    }
  }
}
