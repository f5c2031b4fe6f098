package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a network that neither responds nor closes can't block Baton's own calls forever. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NetworkTimeoutTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final int MINUTE = 60_000;

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void callOnASilentNetworkEndsAndItsConnectionIsNotUsedAgain(TestDatabase database)
      throws Exception {
    try (SilentProxy proxy = SilentProxy.before(database.newAddress());
        HikariDataSource pool = TestDatabase.pool(proxy.address())) {
      Database verbs = Database.of(pool, NetworkTimeout.of(SHORT));
      assertThatThrownBy(
              () ->
                  verbs.statement(
                      "Reading",
                      connection -> {
                        proxy.fallSilent();
                        return one(connection);
                      }))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Reading failed")
          .hasMessageContaining("No response arrived for 500 ms");
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isZero();
      proxy.speakAgain();
      assertThat(patient(pool).statement("Reading", NetworkTimeoutTest::one)).isOne();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void commitOnASilentNetworkEndsToo(TestDatabase database) throws Exception {
    try (SilentProxy proxy = SilentProxy.before(database.newAddress());
        HikariDataSource pool = TestDatabase.pool(proxy.address())) {
      Database verbs = Database.of(pool, NetworkTimeout.of(SHORT));
      TestDatabase.execute(pool, "CREATE TABLE t (n INT)");
      assertThatThrownBy(
              () ->
                  verbs.transaction(
                      "Writing",
                      connection -> {
                        try (Statement statement = connection.createStatement()) {
                          statement.executeUpdate("INSERT INTO t VALUES (1)");
                        }
                        proxy.fallSilent();
                        return true;
                      }))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("No response arrived for 500 ms");
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isZero();
      proxy.speakAgain();
      assertThat(patient(pool).statement("Reading", NetworkTimeoutTest::one)).isOne();
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void aConnectionGetsBackTheTimeoutItHad(TestDatabase database) throws Exception {
    try (Connection only = database.newAddress().connect()) {
      DataSource one = lending(only);
      only.setNetworkTimeout(Runnable::run, MINUTE);
      Database verbs = Database.of(one, NetworkTimeout.of(SHORT));
      assertThat(only.getNetworkTimeout()).isEqualTo(MINUTE);
      assertThat(verbs.statement("Looking", Connection::getNetworkTimeout)).isEqualTo(500);
      assertThat(only.getNetworkTimeout()).isEqualTo(MINUTE);
      only.setNetworkTimeout(Runnable::run, 300);
      assertThat(verbs.statement("Looking", Connection::getNetworkTimeout))
          .as("a stricter timeout stays")
          .isEqualTo(300);
      assertThat(only.getNetworkTimeout()).isEqualTo(300);
      only.setNetworkTimeout(Runnable::run, MINUTE);
      Database patient = Database.of(one, NetworkTimeout.NONE);
      assertThat(patient.statement("Looking", Connection::getNetworkTimeout)).isEqualTo(MINUTE);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void transactionsOfCallersAndHandlersAreLeftAsTheyAre(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      JdbcTransactions.of(pool)
          .run(
              transaction ->
                  assertThat(transaction.connection().getNetworkTimeout())
                      .isNotEqualTo((int) NetworkTimeout.DEFAULT.length().toMillis()));
    }
  }

  @Test
  void networkTimeoutIsNoneOrAtLeastAMillisecond() {
    assertThatThrownBy(() -> NetworkTimeout.of(Duration.ofNanos(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("millisecond");
    assertThatThrownBy(() -> NetworkTimeout.of(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Returns a database with a longer timeout: the test shows that it works again, and not how fast
   * the machine is.
   */
  private static Database patient(HikariDataSource pool) {
    return Database.of(pool, NetworkTimeout.DEFAULT);
  }

  private static int one(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** A pool of one connection that repairs nothing itself. */
  private static DataSource lending(Connection only) {
    ClassLoader loader = NetworkTimeoutTest.class.getClassLoader();
    Object lent =
        Proxy.newProxyInstance(
            loader,
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("close") ? null : method.invoke(only, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
    return (DataSource)
        Proxy.newProxyInstance(
            loader, new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> lent);
  }
}
