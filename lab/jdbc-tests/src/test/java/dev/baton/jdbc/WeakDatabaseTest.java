package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.task.rule.ClaimFence;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests, on real servers with standbys and replicas, that weak guarantees of a database are
 * detected.
 */
@Tag("deep")
final class WeakDatabaseTest {
  private static final String NAME = "payouts";
  private static final ClaimFence HELD = new ClaimFence(UUID.randomUUID(), 1, UUID.randomUUID());

  @Test
  void asynchronousStandbyAndFormerPrimaryAreReported() throws Exception {
    LocalPostgres primary = LocalPostgres.temporary(Map.of());
    DatabaseAddress first = primary.database(NAME);
    MovingDataSource moving = new MovingDataSource(first);
    BatonSchema.apply(moving);
    JdbcTaskStore store = JdbcTaskStore.of(moving);
    assertThat(kinds(store)).isEmpty();
    LocalPostgres standby = primary.newStandby();
    try {
      await(store, Kind.NO_SYNCHRONOUS_STANDBY);
      run(first, "ALTER SYSTEM SET synchronous_standby_names = '*'");
      run(first, "SELECT pg_reload_conf()");
      await(store);

      moving.lead(standby.existing(NAME));
      assertThat(kinds(store)).containsExactly(Kind.READ_ONLY);
      assertThatThrownBy(() -> JdbcTaskStore.of(moving).check())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("standby");
      run(standby.existing(NAME), "SELECT pg_promote(true, 60)");
      await(store);

      moving.lead(first);
      assertThat(warnings(store))
          .singleElement()
          .satisfies(
              warning ->
                  assertThat(warning.message())
                      .contains("on timeline 1", "worked with timeline 2"));
      moving.lead(standby.existing(NAME));
      assertThat(kinds(store)).as("the new primary again").isEmpty();
      moving.lead(first);
      assertThat(kinds(store)).containsExactly(Kind.OLDER_SERVER);
      store.accept();
      assertThat(kinds(store)).as("an operator has accepted it").isEmpty();
    } finally {
      standby.stop();
      primary.stop();
    }
  }

  @Test
  void asynchronousReplicaAndFormerMariaDbPrimaryAreReported() throws Exception {
    LocalMariaDb one = binary(1);
    LocalMariaDb two = binary(2);
    try {
      DatabaseAddress first = one.database(NAME);
      MovingDataSource moving = new MovingDataSource(first);
      JdbcTaskStore store = JdbcTaskStore.of(moving);
      assertThat(kinds(store)).isEmpty();
      run(two.database("other"), follow(one, first));
      run(two.database("other"), "START SLAVE");
      await(store, Kind.NO_SYNCHRONOUS_STANDBY);
      run(first, "SET GLOBAL rpl_semi_sync_master_enabled = ON");
      run(two.database("other"), "SET GLOBAL rpl_semi_sync_slave_enabled = ON");
      run(two.database("other"), "STOP SLAVE");
      run(two.database("other"), "START SLAVE");
      await(store);

      run(two.database("other"), "STOP SLAVE");
      run(first, "SET GLOBAL rpl_semi_sync_master_timeout = 100");
      awaitNoReplica(first);
      run(first, "CREATE TABLE alone (id INT)");
      assertThat(kinds(store)).containsExactly(Kind.NO_SYNCHRONOUS_STANDBY);
      run(two.database("other"), "CREATE TABLE here (id INT)");
      moving.lead(two.database("other"));
      assertThat(kinds(store)).isEmpty();
      moving.lead(first);
      assertThat(kinds(store)).contains(Kind.OLDER_SERVER);
      assertThatThrownBy(() -> store.confirm(List.of(HELD)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("server_id 1 and is missing what server_id 2 has written");
      store.accept();
      assertThat(kinds(store)).doesNotContain(Kind.OLDER_SERVER);
      run(first, "SET GLOBAL sync_binlog = 0, GLOBAL read_only = ON");
      assertThat(kinds(store)).contains(Kind.UNSAFE_COMMITS, Kind.READ_ONLY);
    } finally {
      two.stop();
      one.stop();
    }
  }

  private static LocalMariaDb binary(int server) {
    return LocalMariaDb.anotherTemporary(
        "--server-id=" + server, "--log-bin", "--log-slave-updates", "--sync-binlog=1");
  }

  private static String follow(LocalMariaDb primary, DatabaseAddress address) {
    return "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT="
        + primary.port()
        + ", MASTER_USER='"
        + address.user()
        + "', MASTER_PASSWORD='"
        + address.password()
        + "', MASTER_USE_GTID=slave_pos, MASTER_SSL=0, MASTER_CONNECT_RETRY=1";
  }

  private static List<StoreWarning> warnings(JdbcTaskStore store) {
    return store.report().orElseThrow().warnings();
  }

  private static List<Kind> kinds(JdbcTaskStore store) {
    return warnings(store).stream().map(StoreWarning::kind).toList();
  }

  /**
   * Waits for these warnings: a standby connects, and a setting is reread, only some time later.
   */
  private static void await(JdbcTaskStore store, Kind... wanted) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!kinds(store).equals(List.of(wanted)) && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(kinds(store)).containsExactly(wanted);
  }

  /**
   * Waits until no replica is connected: a primary notices a lost replica only when it sends
   * something.
   */
  private static void awaitNoReplica(DatabaseAddress primary) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    for (int i = 0; !hasNoReplica(primary); i++) {
      assertThat(System.nanoTime()).as("a replica is still connected").isLessThan(end);
      run(primary, "CREATE TABLE sent" + i + " (id INT)");
    }
  }

  private static boolean hasNoReplica(DatabaseAddress primary) throws SQLException {
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW STATUS LIKE 'Slaves_connected'")) {
      return rows.next() && rows.getInt(2) == 0;
    }
  }

  private static void run(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
