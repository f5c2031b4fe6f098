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
 * A test database. Statements that go through {@link #dataSource} read the test's clock wherever
 * Baton's SQL reads the database's time, and planned faults apply to its commits. Both begin when a
 * {@link TestBaton} uses the database. Thread-safe.
 */
public final class TestDatabase {
  static final String CLOCK_TABLE = "baton_test_clock";

  private static final String SHOWN = "(SELECT shows FROM " + CLOCK_TABLE + ")";

  /** SQL expressions with which Baton's dialects read the time. */
  private static final List<String> CLOCKS =
      List.of(
          "statement_timestamp()",
          "(SELECT EXECUTING_STATEMENT_START FROM INFORMATION_SCHEMA.SESSIONS"
              + " WHERE SESSION_ID = SESSION_ID())",
          "UTC_TIMESTAMP(6)");

  private final DataSource plain;
  private final DataSource seen;
  private final Map<String, String> rewritten = new ConcurrentHashMap<>();

  /** The faults of the test that currently uses the database; null before the first test. */
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

  /** Wraps a data source of a test database. */
  public static TestDatabase around(DataSource plain) {
    return new TestDatabase(plain);
  }

  /** Returns the data source for Baton and the code under test. */
  public DataSource dataSource() {
    return seen;
  }

  /** Returns the original data source, without the test's clock and faults. */
  DataSource plain() {
    return plain;
  }

  /**
   * Assigns the database to this test from now on. Before this call, insert the clock's row, from
   * which the rewritten statements read the time.
   */
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
        throw new SQLException("The test lost the confirmation of this commit", "08007");
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
