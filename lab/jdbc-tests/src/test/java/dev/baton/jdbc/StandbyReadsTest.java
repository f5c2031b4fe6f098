package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.sql.NetworkTimeout;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.StandbyRead;
import dev.baton.operate.TaskFilter;
import dev.baton.spi.OperatorRequest;
import dev.baton.spi.TriggerChannel;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators search may come from a standby of PostgreSQL, and says how old it is. */
@Tag("deep")
class StandbyReadsTest {
  private static LocalPostgres primaryServer;
  private static LocalPostgres standbyServer;
  private static HikariDataSource primary;
  private static HikariDataSource standby;

  @BeforeAll
  static void start() throws SQLException {
    primaryServer = LocalPostgres.temporary(Map.of());
    primary = pool(primaryServer.database("operators"));
    BatonSchema.apply(primary);
    add();
    standbyServer = primaryServer.newStandby();
    standby = pool(standbyServer.existing("operators"));
  }

  @AfterAll
  static void stop() {
    standby.close();
    primary.close();
    standbyServer.stop();
    primaryServer.stop();
  }

  @Test
  void whoChangesNothingReadsFromTheStandbyAndTheOthersFromThePrimary() throws Exception {
    heard("now()");
    JdbcOperationsStore store = store(Standby.of(standby));
    run(standby, "SELECT pg_wal_replay_pause()");
    int before = found(store, true).tasks();
    add();
    Found old = found(store, true);
    assertThat(old.tasks()).isEqualTo(before);
    assertThat(old.read().problem()).isNull();
    assertThat(old.read().age()).isBetween(Duration.ZERO, Duration.ofSeconds(30));
    Found own = found(store, false);
    assertThat(own.tasks()).isEqualTo(before + 1);
    assertThat(own.read()).isNull();
    run(standby, "SELECT pg_wal_replay_resume()");
    heard("now()");
    assertThat(found(store, true).tasks()).isEqualTo(before + 1);
  }

  @Test
  void whereItIsTooFarBehindThePrimaryIsReadOrTheSearchIsRefused() throws Exception {
    heard("now() - interval '1 hour'");
    Found found = found(store(Standby.of(standby).maxAge(Duration.ofSeconds(20))), true);
    assertThat(found.tasks()).isPositive();
    assertThat(found.read().problem()).startsWith("the standby is 36").contains("more than 20 s");
    JdbcOperationsStore refusing = store(Standby.of(standby).refusing());
    assertThatThrownBy(() -> found(refusing, true))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the standby is 36");
    assertThat(found(refusing, false).tasks()).isPositive();
    heard("now()");
    assertThat(found(refusing, true).read().problem()).isNull();
  }

  @Test
  void whereItIsGoneThePrimaryIsReadOrTheSearchIsRefused() throws Exception {
    LocalPostgres gone = primaryServer.newStandby();
    HikariDataSource nowhere = pool(gone.existing("operators"));
    nowhere.setConnectionTimeout(1_000);
    nowhere.setInitializationFailTimeout(-1);
    gone.stop();
    try (nowhere) {
      Found found = found(store(Standby.of(nowhere)), true);
      assertThat(found.tasks()).isPositive();
      assertThat(found.read().problem()).isEqualTo("the standby can't be read from");
      JdbcOperationsStore refusing = store(Standby.of(nowhere).refusing());
      assertThatThrownBy(() -> found(refusing, true))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the standby can't be read from");
    }
  }

  private record Found(int tasks, StandbyRead read) {}

  private static Found found(JdbcOperationsStore store, boolean reads) {
    return OperatorRequest.within(
        System::nanoTime,
        Duration.ofSeconds(30),
        reads,
        () ->
            new Found(
                store.find(TaskFilter.all(), null, 100).size(),
                Objects.requireNonNull(OperatorRequest.current()).standbyRead().orElse(null)));
  }

  private static JdbcOperationsStore store(Standby standby) {
    OperatorConnections connections = OperatorConnections.usual().reading(standby);
    Database database = Database.of(primary, NetworkTimeout.DEFAULT, connections.share());
    return JdbcOperationsStore.on(database, JdbcTaskStore.on(database));
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(address.url());
    pool.setUsername(address.user());
    pool.setPassword(address.password());
    pool.setMaximumPoolSize(4);
    return pool;
  }

  private static void add() {
    try (Baton baton =
        Baton.builder(JdbcStore.of(primary)).channel(TriggerChannel.none()).client().start()) {
      baton.tasks().add(TaskRequest.of(TaskType.of("T")));
    }
  }

  /** As if the latest heartbeat had been written then, seen by the standby. */
  private static void heard(String time) throws Exception {
    run(primary, "UPDATE baton_node SET heard_at = " + time);
    String written = run(primary, "SELECT max(heard_at) FROM baton_node");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (standby != null
        && !written.equals(run(standby, "SELECT max(heard_at) FROM baton_node"))
        && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private static String run(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() ? String.valueOf(rows.getString(1)) : "";
      }
    }
  }
}
