package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction.End;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.transaction.JdbcTransaction;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.proxy.FaultyProxy;
import dev.baton.local.proxy.FaultyProxy.CutAt;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a commit that was applied, but whose response was lost. */
class LostCommitReplyTest {
  private static final JdbcTransactions.Action INSERT =
      transaction -> {
        try (Statement statement = transaction.connection().createStatement()) {
          statement.executeUpdate("INSERT INTO t VALUES (1)");
        }
      };

  /** A driver with a URL that leads through the proxy. */
  enum Way {
    POSTGRES(TestDatabase.POSTGRES, "jdbc:postgresql://127.0.0.1:%d/%s"),
    POSTGRES_HOSTS(TestDatabase.POSTGRES, "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s"),
    MARIADB(TestDatabase.MARIADB, "jdbc:mariadb://127.0.0.1:%d/%s"),
    MARIADB_SEQUENTIAL(
        TestDatabase.MARIADB, "jdbc:mariadb:sequential://127.0.0.1:%d,127.0.0.1:%d/%s"),
    MARIADB_REPLICATION(
        TestDatabase.MARIADB, "jdbc:mariadb:replication://127.0.0.1:%d,127.0.0.1:%d/%s"),
    CONNECTOR_J(TestDatabase.MARIADB, "jdbc:mysql://127.0.0.1:%d/%s"),
    CONNECTOR_J_FAILOVER(
        TestDatabase.MARIADB, "jdbc:mysql://127.0.0.1:%d,127.0.0.1:%d/%s?failOverReadOnly=false"),
    CONNECTOR_J_LOADBALANCE(TestDatabase.MARIADB, "jdbc:mysql:loadbalance://127.0.0.1:%d/%s"),
    CONNECTOR_J_REPLICATION(
        TestDatabase.MARIADB, "jdbc:mysql:replication://127.0.0.1:%d,127.0.0.1:%d/%s");

    private final TestDatabase database;
    private final String url;

    Way(TestDatabase database, String url) {
      this.database = database;
      this.url = url;
    }

    DatabaseAddress address(DatabaseAddress direct, FaultyProxy proxy) {
      String path = direct.url().substring(direct.url().lastIndexOf(':') + 1);
      int port = Integer.parseInt(path.substring(0, path.indexOf('/')));
      String name = path.substring(path.indexOf('/') + 1);
      boolean hosts = url.contains(",");
      return new DatabaseAddress(
          hosts
              ? String.format(url, proxy.port(), port, name)
              : String.format(url, proxy.port(), name),
          direct.user(),
          direct.password());
    }
  }

  @ParameterizedTest
  @EnumSource
  void lostCommitResponseIsReportedAsUnknown(Way way) throws Exception {
    DatabaseAddress direct = way.database.newAddress();
    try (FaultyProxy proxy = FaultyProxy.before(direct);
        HikariDataSource pool = TestDatabase.pool(way.address(direct, proxy));
        HikariDataSource observer = TestDatabase.pool(direct)) {
      TestDatabase.execute(observer, "CREATE TABLE t (n INT)");
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      transactions.run(INSERT);
      List<End> ends = new ArrayList<>();
      proxy.cutCommits(1, CutAt.BEFORE_ANSWER);
      assertThatThrownBy(
              () ->
                  transactions.run(
                      transaction -> {
                        transaction.onEnd(ends::add);
                        INSERT.run(transaction);
                      }))
          .isInstanceOf(CommitUnknownException.class);
      assertThat(ends).containsExactly(End.UNKNOWN);
      assertThat(proxy.commitsToCut()).isZero();
      assertThat(TestDatabase.number(observer, "SELECT count(*) FROM t")).isEqualTo(2);
      transactions.run(INSERT);
    }
  }

  /**
   * MariaDB's driver with several hosts then fails with a NullPointerException, unless the
   * isolation of the connection was set before.
   */
  @ParameterizedTest
  @EnumSource
  void aConnectionThatIsLostAsATransactionBeginsGoesBackToItsPool(Way way) throws Exception {
    DatabaseAddress direct = way.database.newAddress();
    try (FaultyProxy proxy = FaultyProxy.before(direct);
        HikariDataSource pool = TestDatabase.pool(way.address(direct, proxy));
        HikariDataSource observer = TestDatabase.pool(direct)) {
      TestDatabase.execute(observer, "CREATE TABLE t (n INT)");
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      transactions.run(transaction -> {});
      try (Connection known = pool.getConnection()) {
        // The pool lends a connection that was returned a moment ago without a test.
        pool.getConnection().close();
        proxy.cut();
        assertThatThrownBy(() -> transactions.run(INSERT))
            .isInstanceOfAny(StoreUnavailableException.class, SQLException.class);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).as("%s", known).isOne();
      }
      assertThat(TestDatabase.number(observer, "SELECT count(*) FROM t")).isZero();
    }
  }

  /** Work from before the loss of the connection was rolled back; the driver may hide that. */
  @ParameterizedTest
  @EnumSource
  void aTransactionThatWasLostInTheMiddleIsNotCommitted(Way way) throws Exception {
    DatabaseAddress direct = way.database.newAddress();
    try (FaultyProxy proxy = FaultyProxy.before(direct);
        HikariDataSource pool = TestDatabase.pool(way.address(direct, proxy));
        HikariDataSource observer = TestDatabase.pool(direct)) {
      TestDatabase.execute(observer, "CREATE TABLE t (n INT)");
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      assertThatThrownBy(
              () ->
                  transactions.run(
                      transaction -> {
                        INSERT.run(transaction);
                        proxy.cut();
                      }))
          .isInstanceOf(StoreException.class);
      assertThat(TestDatabase.number(observer, "SELECT count(*) FROM t")).isZero();
    }
  }

  /** The driver may have opened a new connection, on which the rest would be committed alone. */
  @ParameterizedTest
  @EnumSource
  void ignoredLossInTheMiddleIsNotCommittedInPart(Way way) throws Exception {
    DatabaseAddress direct = way.database.newAddress();
    try (FaultyProxy proxy = FaultyProxy.before(direct);
        HikariDataSource pool = TestDatabase.pool(way.address(direct, proxy));
        HikariDataSource observer = TestDatabase.pool(direct)) {
      TestDatabase.execute(observer, "CREATE TABLE t (n INT)");
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      transactions.run(transaction -> {});
      assertThatThrownBy(
              () ->
                  transactions.run(
                      transaction -> {
                        INSERT.run(transaction);
                        proxy.cut();
                        for (int i = 0; i < 2; i++) {
                          passOver(transaction);
                        }
                      }))
          .isInstanceOf(RuntimeException.class);
      assertThat(TestDatabase.number(observer, "SELECT count(*) FROM t")).isZero();
      transactions.run(INSERT);
    }
  }

  private static void passOver(JdbcTransaction transaction) throws Exception {
    try {
      INSERT.run(transaction);
    } catch (SQLException passedOver) {
      // Ignored, as by code that accepts duplicates.
    }
  }

  /** The handler's commit was applied: the attempt has ended well, and does not run again. */
  @ParameterizedTest
  @EnumSource
  void aHandlerWhoseCommitWasAppliedIsNotRunAgain(Way way) throws Exception {
    DatabaseAddress direct = way.database.newAddress();
    AtomicInteger runs = new AtomicInteger();
    try (FaultyProxy proxy = FaultyProxy.before(direct);
        HikariDataSource pool = TestDatabase.pool(way.address(direct, proxy));
        HikariDataSource observer = TestDatabase.pool(direct)) {
      TestDatabase.execute(observer, "CREATE TABLE t (n INT)");
      BatonSchema.apply(observer);
      JdbcTransactions ofHandlers = JdbcTransactions.of(pool);
      TaskDefinition<?, ?> once =
          RawDefinition.transactional(
                  "ONCE",
                  (attempt, transaction) -> {
                    runs.incrementAndGet();
                    INSERT.run((JdbcTransaction) transaction);
                    proxy.cutCommits(1, CutAt.BEFORE_ANSWER);
                    return Outcome.done();
                  })
              .retry(Retry.never());
      try (Baton node =
          Baton.builder(JdbcStore.of(observer)).transactions(ofHandlers).define(once).start()) {
        JdbcTransactions.of(observer)
            .run(transaction -> node.tasks().add(transaction, TaskRequest.of(TaskType.of("ONCE"))));
        await(observer, "SELECT count(*) FROM baton_kept", 1);
      }
      assertThat(runs).hasValue(1);
      assertThat(TestDatabase.number(observer, "SELECT count(*) FROM t")).isOne();
      assertThat(TestDatabase.number(observer, "SELECT count(*) FROM baton_task")).isZero();
    }
  }

  private static void await(HikariDataSource pool, String query, long wanted) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    while (TestDatabase.number(pool, query) != wanted) {
      assertThat(System.nanoTime()).isLessThan(end);
      assertThat(pause.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }
}
