package dev.baton.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose statements see the test's clock wherever Baton's SQL asks for the database's,
 * and whose commits may go wrong. Thread-safe.
 */
final class TestDataSource {
  static final String CLOCK_TABLE = "baton_test_clock";

  private static final String SHOWN = "(SELECT shows FROM " + CLOCK_TABLE + ")";

  /** How Baton's dialects ask for the time. */
  private static final List<String> CLOCKS =
      List.of(
          "statement_timestamp()",
          "(SELECT executing_statement_start FROM information_schema.sessions"
              + " WHERE session_id = session_id())",
          "UTC_TIMESTAMP(6)");

  private final Faults faults;
  private final Map<String, String> rewritten = new ConcurrentHashMap<>();

  private TestDataSource(Faults faults) {
    this.faults = faults;
  }

  static DataSource on(DataSource plain, Faults faults) {
    TestDataSource ours = new TestDataSource(faults);
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          Object answer = invoke(plain, method, arguments);
          return answer instanceof Connection connection ? ours.connection(connection) : answer;
        });
  }

  private Connection connection(Connection plain) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("commit")) {
            commit(plain);
            return null;
          }
          if (method.getName().equals("prepareStatement") && arguments != null) {
            arguments[0] =
                rewritten.computeIfAbsent((String) arguments[0], TestDataSource::onClock);
          }
          return invoke(plain, method, arguments);
        });
  }

  private static String onClock(String sql) {
    String seen = sql;
    for (String clock : CLOCKS) {
      seen = seen.replace(clock, SHOWN);
    }
    return seen;
  }

  private void commit(Connection plain) throws SQLException {
    switch (faults.takeCommitFault()) {
      case NONE -> plain.commit();
      case REFUSED -> {
        plain.rollback();
        throw new SQLException("The test refused this commit", "40001");
      }
      case ANSWER_LOST -> {
        plain.commit();
        throw new SQLException("The test lost the answer of this commit", "08007");
      }
    }
  }

  private interface Call {
    @Nullable Object of(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
  }

  private static @Nullable Object invoke(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            TestDataSource.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  default -> call.of(method, arguments);
                }));
  }
}
