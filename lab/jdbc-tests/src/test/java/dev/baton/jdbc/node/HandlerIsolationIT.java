package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests handlers at each isolation level, with and without a renewal of their lease while they run:
 * each succeeds once, or its node refuses to start. docs/guarantees.md shows the same matrix.
 */
@Tag("deep")
@Execution(ExecutionMode.CONCURRENT)
class HandlerIsolationIT {
  private static final NodeSettings SETTINGS =
      NodeSettings.defaults()
          .lease(Duration.ofSeconds(6))
          .poll(Duration.ofMillis(100))
          .sweep(Duration.ofMillis(50));
  private static final int READ_COMMITTED = Connection.TRANSACTION_READ_COMMITTED;
  private static final int REPEATABLE_READ = Connection.TRANSACTION_REPEATABLE_READ;
  private static final int SERIALIZABLE = Connection.TRANSACTION_SERIALIZABLE;

  /**
   * Combinations in which a renewal would make the handler's end fail: the database compares with
   * its snapshot.
   */
  private static final Set<List<?>> REFUSED =
      Set.of(
          List.of(Kind.POSTGRES, REPEATABLE_READ),
          List.of(Kind.POSTGRES, SERIALIZABLE),
          List.of(Kind.MARIADB_SNAPSHOTS, REPEATABLE_READ),
          List.of(Kind.GALERA_SNAPSHOTS, REPEATABLE_READ),
          List.of(Kind.GALERA_WRITERS_SNAPSHOTS, REPEATABLE_READ),
          List.of(Kind.H2, SERIALIZABLE));

  /**
   * An end that conflicts with a renewal on another server is rolled back, and the handler runs
   * again.
   */
  private static final Retry AGAIN = Retry.fixed(Duration.ZERO).maxAttempts(50);

  private final AtomicInteger runs = new AtomicInteger();

  @SuppressWarnings("ImmutableEnumChecker") // a supplier of new databases has no state
  enum Kind {
    POSTGRES(LocalDatabase.POSTGRES::newDatabase, ""),
    MARIADB(LocalDatabase.MARIADB::newDatabase, "innodb_snapshot_isolation=OFF"),
    MARIADB_SNAPSHOTS(LocalDatabase.MARIADB::newDatabase, "innodb_snapshot_isolation=ON"),
    H2(LocalDatabase.H2::newDatabase, ""),
    GALERA(GaleraServers::withOneWriter, "innodb_snapshot_isolation=OFF"),
    GALERA_SNAPSHOTS(GaleraServers::withOneWriter, "innodb_snapshot_isolation=ON"),
    GALERA_WRITERS(GaleraServers::withThreeWriters, "innodb_snapshot_isolation=OFF"),
    GALERA_WRITERS_SNAPSHOTS(GaleraServers::withThreeWriters, "innodb_snapshot_isolation=ON");

    private final Supplier<DatabaseAddress> database;
    private final String setting;

    Kind(Supplier<DatabaseAddress> database, String setting) {
      this.database = database;
      this.setting = setting;
    }

    boolean hasSeveralWriters() {
      return name().startsWith("GALERA_WRITERS");
    }

    HikariDataSource newPool() {
      DatabaseAddress address = database.get();
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(address.url());
      config.setUsername(address.user());
      config.setPassword(address.password());
      config.setMaximumPoolSize(12);
      if (!setting.isEmpty()) {
        config.setConnectionInitSql("SET SESSION " + setting);
      }
      return new HikariDataSource(config);
    }
  }

  static Stream<Arguments> matrix() {
    List<Arguments> all = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int isolation : new int[] {READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE}) {
        for (boolean renewed : new boolean[] {false, true}) {
          all.add(Arguments.of(kind, isolation, renewed));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void aTransactionalHandlerSucceedsOnce(Kind kind, int isolation, boolean renewed)
      throws Exception {
    try (HikariDataSource pool = kind.newPool()) {
      prepare(pool);
      TaskDefinition<?, ?> booking =
          RawDefinition.transactional(
                  "BOOKING",
                  (attempt, transaction) -> {
                    runs.incrementAndGet();
                    Connection connection = transaction.unwrap(Connection.class);
                    assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
                    number(connection, "SELECT count(*) FROM ledger");
                    if (renewed) {
                      awaitRenewal(pool);
                    }
                    update(connection, "INSERT INTO ledger VALUES (1)");
                    return Outcome.done();
                  })
              .retry(kind.hasSeveralWriters() ? AGAIN : Retry.never());
      if (REFUSED.contains(List.of(kind, isolation))) {
        assertThatThrownBy(() -> node(pool, isolation, booking))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContainingAll("Give handlers read committed", "FOR UPDATE");
        return;
      }
      try (Baton node = node(pool, isolation, booking)) {
        node.tasks().add(TaskRequest.of(TaskType.of("BOOKING")));
        if (kind.hasSeveralWriters()) {
          await(() -> count(pool, "SELECT count(*) FROM baton_kept") > 0);
        } else {
          awaitEnd(pool);
        }
      }
      assertThat(runs.get()).isBetween(1, kind.hasSeveralWriters() ? 50 : 1);
      assertThat(count(pool, "SELECT count(*) FROM ledger")).isOne();
    }
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void aPlainHandlerSucceedsOnce(Kind kind, int isolation, boolean renewed) throws Exception {
    try (HikariDataSource pool = kind.newPool()) {
      prepare(pool);
      TaskDefinition<?, ?> plain =
          RawDefinition.of(
                  "PLAIN",
                  attempt -> {
                    runs.incrementAndGet();
                    if (renewed) {
                      awaitRenewal(pool);
                    }
                    return Outcome.done();
                  })
              .retry(Retry.never());
      try (Baton node = node(pool, isolation, plain)) {
        node.tasks().add(TaskRequest.of(TaskType.of("PLAIN")));
        awaitEnd(pool);
      }
      assertThat(runs).hasValue(1);
    }
  }

  private static void prepare(HikariDataSource pool) throws SQLException {
    BatonSchema.apply(pool);
    try (Connection connection = pool.getConnection()) {
      update(connection, "CREATE TABLE ledger (n INT)");
    }
  }

  private static Baton node(HikariDataSource pool, int isolation, TaskDefinition<?, ?> definition) {
    return Baton.builder(JdbcStore.of(pool))
        .transactions(JdbcTransactions.of(pool, isolation))
        .settings(s -> SETTINGS)
        .define(definition)
        .start();
  }

  /** Waits until another connection sees a later end of the lease. */
  private static void awaitRenewal(HikariDataSource pool) throws Exception {
    String leaseEnd = "SELECT CAST(next_event_at AS CHAR(40)) FROM baton_task";
    String before = text(pool, leaseEnd);
    await(() -> !before.equals(text(pool, leaseEnd)));
  }

  private static void awaitEnd(HikariDataSource pool) throws Exception {
    await(
        () ->
            count(pool, "SELECT count(*) FROM baton_kept")
                    + count(pool, "SELECT count(*) FROM baton_attempt")
                > 0);
    assertThat(count(pool, "SELECT count(*) FROM baton_attempt"))
        .as(() -> "failed: " + textOrNone(pool))
        .isZero();
  }

  private static String textOrNone(HikariDataSource pool) {
    try {
      return text(pool, "SELECT error FROM baton_attempt").lines().findFirst().orElse("");
    } catch (SQLException e) {
      return e.toString();
    }
  }

  private interface Question {
    boolean isTrue() throws Exception;
  }

  private static void await(Question question) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    while (!question.isTrue()) {
      assertThat(System.nanoTime()).isLessThan(end);
      assertThat(pause.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private static void update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static long count(HikariDataSource pool, String query) throws SQLException {
    return Long.parseLong(text(pool, query));
  }

  private static long number(Connection connection, String query) throws SQLException {
    return Long.parseLong(text(connection, query));
  }

  private static String text(HikariDataSource pool, String query) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return text(connection, query);
    }
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : "none";
    }
  }
}
