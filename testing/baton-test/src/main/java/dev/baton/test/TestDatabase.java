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
 * A database for tests. Through {@link #dataSource} its statements see the test's clock wherever
 * Baton's SQL asks for the database's, and its commits may go wrong; both as soon as a {@link
 * TestBaton} is on it. Thread-safe.
 */
public final class TestDatabase {
  static final String CLOCK_TABLE = "baton_test_clock";

  private static final String SHOWN = "(SELECT shows FROM " + CLOCK_TABLE + ")";

  /** How Baton's dialects ask for the time. */
  private static final List<String> CLOCKS =
      List.of(
          "statement_timestamp()",
          "(SELECT EXECUTING_STATEMENT_START FROM INFORMATION_SCHEMA.SESSIONS"
              + " WHERE SESSION_ID = SESSION_ID())",
          "UTC_TIMESTAMP(6)");

  private final DataSource plain;
  private final DataSource seen;
  private final Map<String, String> rewritten = new ConcurrentHashMap<>();

  /** Those of the test that has the database now; null before the first. */
  private volatile @Nullable Faults faults;

  private TestDatabase(DataSource plain) {
    this.plain = plain;
    this.seen =
        proxy(
            DataSource.class,
            (method, arguments) -> {
              Object answer = invoke(plain, method, arguments);
              return answer instanceof Connection connection ? connection(connection) : answer;
            });
  }

  /** The database behind this data source, which is one for tests. */
  public static TestDatabase around(DataSource plain) {
    return new TestDatabase(plain);
  }

  /** What Baton and the code under test use. */
  public DataSource dataSource() {
    return seen;
  }

  /** As it is, without clock and faults. */
  DataSource plain() {
    return plain;
  }

  /** From now on it is this test's, whose clock is there. */
  void begin(Faults ofThisTest) {
    faults = ofThisTest;
  }

  private Connection connection(Connection connection) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("commit")) {
            commit(connection);
            return null;
          }
          if (method.getName().equals("prepareStatement") && arguments != null && faults != null) {
            arguments[0] = rewritten.computeIfAbsent((String) arguments[0], TestDatabase::onClock);
          }
          return invoke(connection, method, arguments);
        });
  }

  private static String onClock(String sql) {
    String seen = sql;
    for (String clock : CLOCKS) {
      seen = seen.replace(clock, SHOWN);
    }
    return seen;
  }

  private void commit(Connection connection) throws SQLException {
    Faults ofThisTest = faults;
    switch (ofThisTest == null ? Faults.CommitFault.NONE : ofThisTest.takeCommitFault()) {
      case NONE -> connection.commit();
      case REFUSED -> {
        connection.rollback();
        throw new SQLException("The test refused this commit", "40001");
      }
      case ANSWER_LOST -> {
        connection.commit();
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
            TestDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  default -> call.of(method, arguments);
                }));
  }
}
