package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.cluster.JdbcClusterStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.operate.event.NodeEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a node whose database fails without closing a connection, and its recovery. */
@Tag("deep")
class DatabaseTroubleIT {
  private static final NodeSettings QUICK =
      NodeSettings.defaults().poll(Duration.ofMillis(100)).sweep(Duration.ofMillis(50));
  private static final Duration NETWORK_TIMEOUT = Duration.ofMillis(500);
  private static final long PATIENCE_SECONDS = 90;

  private final LinkedBlockingQueue<String> troubles = new LinkedBlockingQueue<>();
  private final CountDownLatch ran = new CountDownLatch(1);

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void nodeRecoversWhenItsSilentNetworkWorksAgain(TestDatabase database) throws Exception {
    DatabaseAddress direct = database.newAddress();
    try (SilentProxy proxy = SilentProxy.before(direct);
        HikariDataSource pool = pool(proxy.address());
        Connection own = direct.connect()) {
      applySchema(direct);
      try (Baton node = start(pool)) {
        proxy.fallSilent();
        awaitTrouble("No response arrived for 500 ms");
        own.setAutoCommit(false);
        node.tasks().add(JdbcTransactions.join(own), TaskRequest.of(TaskType.of("WORK")));
        own.commit();
        proxy.speakAgain();
        assertThat(ran.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.SERVERS)
  void nodeRecoversWhenItsReadOnlyDatabaseIsWritableAgain(TestDatabase database) throws Exception {
    DatabaseAddress address = database.newAddress();
    try (Connection operator = address.connect()) {
      DatabaseAddress plain = withoutPrivileges(database, operator, address);
      try (HikariDataSource pool = pool(plain)) {
        applySchema(plain);
        try (Baton node = start(pool)) {
          readOnly(database, operator, true);
          try {
            // Like a failover, which closes earlier sessions.
            pool.getHikariPoolMXBean().softEvictConnections();
            awaitTrouble("takes no writes now");
            try (HikariDataSource late = TestDatabase.pool(plain)) {
              JdbcClusterStore store = new JdbcClusterStore(Database.of(late));
              assertThatThrownBy(() -> store.forget(Duration.ofDays(1)))
                  .isInstanceOf(StoreUnavailableException.class)
                  .hasMessageContaining("Baton continues when writes are possible again");
            }
            operator.setAutoCommit(false);
            node.tasks().add(JdbcTransactions.join(operator), TaskRequest.of(TaskType.of("WORK")));
            operator.commit();
            operator.setAutoCommit(true);
          } finally {
            readOnly(database, operator, false);
          }
          assertThat(ran.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
      }
    }
  }

  /**
   * The session stays read only after the server has changed: a pool would lend it again and again.
   */
  @Test
  void aConnectionToAStandbyIsNotLentToTheNextTransaction() throws Exception {
    DatabaseAddress address = TestDatabase.POSTGRES.newAddress();
    try (HikariDataSource pool = ofOne(address)) {
      TestDatabase.execute(pool, "CREATE TABLE t (n INT)");
      TestDatabase.execute(pool, "SET default_transaction_read_only = on");
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      JdbcTransactions.Action insert =
          transaction -> {
            try (Statement statement = transaction.connection().createStatement()) {
              statement.executeUpdate("INSERT INTO t VALUES (1)");
            }
          };
      assertThatThrownBy(() -> transactions.run(insert)).hasMessageContaining("read-only");
      transactions.run(insert);
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM t")).isOne();
    }
  }

  private static void applySchema(DatabaseAddress address) {
    try (HikariDataSource patient = TestDatabase.pool(address)) {
      BatonSchema.apply(patient);
    }
  }

  /** Starts a node, even if that takes the machine longer than the short timeout. */
  private Baton start(HikariDataSource pool) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try {
        return startOnce(pool);
      } catch (StoreException tooSlow) {
        if (System.nanoTime() - end > 0) {
          throw tooSlow;
        }
      }
    }
  }

  private Baton startOnce(HikariDataSource pool) {
    return Baton.builder(JdbcStore.of(pool).networkTimeout(NETWORK_TIMEOUT))
        .transactions(JdbcTransactions.of(pool))
        .settings(s -> QUICK)
        .define(
            RawDefinition.of(
                "WORK",
                attempt -> {
                  ran.countDown();
                  return Outcome.done();
                }))
        .listener(
            event -> {
              if (event instanceof NodeEvent.StoreTrouble trouble) {
                troubles.add(trouble.message());
              }
            })
        .start();
  }

  private void awaitTrouble(String words) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    String heard = "";
    while (!heard.contains(words)) {
      heard = troubles.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      assertThat(heard).as("a trouble with the words '%s'", words).isNotNull();
    }
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    HikariConfig config = config(address, 10);
    config.setConnectionTimeout(1_000);
    config.setValidationTimeout(500);
    config.setInitializationFailTimeout(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    return new HikariDataSource(config);
  }

  private static HikariDataSource ofOne(DatabaseAddress address) {
    return new HikariDataSource(config(address, 1));
  }

  private static HikariConfig config(DatabaseAddress address, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(size);
    return config;
  }

  /**
   * Returns the address for another user, because the tests' user may write to a read-only MariaDB
   * server.
   */
  private static DatabaseAddress withoutPrivileges(
      TestDatabase database, Connection operator, DatabaseAddress address) throws SQLException {
    if (!database.isMySql()) {
      return address;
    }
    String user = "u" + new UUID(System.nanoTime(), 0).toString().substring(0, 18);
    execute(operator, "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'secret'");
    execute(operator, "GRANT ALL ON `" + operator.getCatalog() + "`.* TO '" + user + "'@'%'");
    return new DatabaseAddress(address.url(), user, "secret");
  }

  private static void readOnly(TestDatabase database, Connection operator, boolean on)
      throws SQLException {
    if (database.isMySql()) {
      execute(operator, "SET GLOBAL read_only = " + (on ? 1 : 0));
      return;
    }
    execute(operator, "SET default_transaction_read_only = off");
    String name;
    try (Statement statement = operator.createStatement();
        ResultSet rows = statement.executeQuery("SELECT current_database()")) {
      rows.next();
      name = rows.getString(1);
    }
    execute(
        operator,
        "ALTER DATABASE \""
            + name
            + "\" SET default_transaction_read_only = "
            + (on ? "on" : "off"));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
