package dev.baton.jdbc;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.KillableServer;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.operate.event.NodeEvent.StoreTrouble;
import dev.baton.operate.event.NodeEvent.StoreWarned;
import dev.baton.task.Rule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a node that moves from one real server to the next, as at failovers, and gets a former
 * primary.
 */
@Tag("deep")
final class FormerPrimaryIT {
  private static final String NAME = "payouts";
  private static final long PATIENCE_SECONDS = 60;

  private final LinkedBlockingQueue<TaskEvent> events = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<UUID> done = new LinkedBlockingQueue<>();

  @Test
  void nodeStartsNothingOnAnOlderTimelineAndContinuesOnANewerOne() throws Exception {
    LocalPostgres first = LocalPostgres.temporary(Map.of());
    MovingDataSource moving = new MovingDataSource(first.database(NAME));
    BatonSchema.apply(moving);
    LocalPostgres second = first.newStandby();
    try (Baton node = start(moving)) {
      // The first server has a standby for which no commit waits, and the second has none. When the
      // node reports the end of the warning, it has checked the second server.
      awaitWarning(Kind.NO_SYNCHRONOUS_STANDBY, true);
      runsATask(node);
      promote(second);
      failOver(moving, second);
      awaitWarning(Kind.NO_SYNCHRONOUS_STANDBY, false);
      runsATask(node);

      failOver(moving, first);
      awaitWarning(Kind.OLDER_SERVER, true);
      UUID waits = node.tasks().add(TaskRequest.of(TaskType.of("T"))).taskId();
      assertThat(node.operations().task(waits).explain().reasons())
          .anyMatch(WaitReason.NodeStopped.class::isInstance);

      LocalPostgres third = second.newStandby();
      try {
        promote(third);
        failOver(moving, third);
        awaitWarning(Kind.OLDER_SERVER, false);
        runsATask(node);
        assertThat(done).as("tasks added on the former primary").doesNotContain(waits);
      } finally {
        third.stop();
      }
    } finally {
      second.stop();
      first.stop();
    }
  }

  /**
   * No connection fails here: the data source leads the node to the second primary and then to the
   * first one again. A kept connection was good when it was opened.
   */
  @ParameterizedTest(name = "connections are kept: {0}")
  @ValueSource(booleans = {false, true})
  void nothingStartsOnAFormerPrimaryThatSomeConnectionsReach(boolean kept) throws Exception {
    LocalPostgres first = LocalPostgres.temporary(Map.of());
    try (KeptConnections pools = new KeptConnections(first.database(NAME))) {
      MovingDataSource moving = kept ? pools : new MovingDataSource(first.existing(NAME));
      BatonSchema.apply(moving);
      LocalPostgres second = first.newStandby();
      try (Baton node = start(moving)) {
        runsATask(node);
        promote(second);
        moving.lead(second.existing(NAME));
        runsATask(node);

        events.clear();
        moving.lead(first.existing(NAME));
        UUID local = node.tasks().add(TaskRequest.of(TaskType.of("T"))).taskId();
        UUID claimed =
            node.tasks().add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")))).taskId();
        awaitWarning(Kind.OLDER_SERVER, true);
        assertThat(node.operations().task(claimed).explain().reasons())
            .anyMatch(WaitReason.NodeStopped.class::isInstance);

        moving.lead(second.existing(NAME));
        awaitWarning(Kind.OLDER_SERVER, false);
        UUID last = node.tasks().add(TaskRequest.of(TaskType.of("T"))).taskId();
        // The standby may not have the end of the first task, which then runs again.
        UUID ran = done.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (!last.equals(ran)) {
          assertThat(ran).isNotNull().isNotIn(local, claimed);
          ran = done.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
      } finally {
        second.stop();
      }
    } finally {
      first.stop();
    }
  }

  @Test
  void noTransactionalHandlerBeginsOnAFormerPrimary() throws Exception {
    LocalPostgres first = LocalPostgres.temporary(Map.of());
    MovingDataSource engine = new MovingDataSource(first.database(NAME));
    MovingDataSource handlers = new MovingDataSource(first.existing(NAME));
    BatonSchema.apply(engine);
    LocalPostgres second = first.newStandby();
    LinkedBlockingQueue<String> begun = new LinkedBlockingQueue<>();
    try (Baton node =
        Baton.builder(JdbcStore.of(engine))
            .transactions(JdbcTransactions.of(handlers))
            .define(
                RawDefinition.transactional(
                    "IN_TRANSACTION",
                    (attempt, transaction) -> {
                      begun.add(transaction.unwrap(Connection.class).getMetaData().getURL());
                      return Outcome.done();
                    }))
            .listener(events::add)
            .start()) {
      promote(second);
      engine.lead(second.existing(NAME));
      try (Baton client = Baton.builder(JdbcStore.of(engine)).client().start()) {
        UUID added = client.tasks().add(TaskRequest.of(TaskType.of("IN_TRANSACTION"))).taskId();
        awaitEvent(
            event ->
                event instanceof TaskEvent.Completed completed
                    && completed.taskId().equals(added)
                    && completed.rule() == Rule.WAIT);
        handlers.lead(second.existing(NAME));
        assertThat(begun.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
            .contains(second.existing(NAME).url());
      }
    } finally {
      second.stop();
      first.stop();
    }
  }

  /** Keeps connections to each server, as a pool does. */
  private static final class KeptConnections extends MovingDataSource implements AutoCloseable {
    private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();
    private volatile HikariDataSource current;

    KeptConnections(DatabaseAddress first) {
      super(first);
      current = pool(first);
    }

    private HikariDataSource pool(DatabaseAddress address) {
      return pools.computeIfAbsent(address.url(), url -> TestDatabase.pool(address));
    }

    @Override
    void lead(DatabaseAddress to) {
      current = pool(to);
    }

    @Override
    public Connection getConnection() throws SQLException {
      return current.getConnection();
    }

    @Override
    public void close() {
      pools.values().forEach(HikariDataSource::close);
    }
  }

  private Baton start(MovingDataSource moving) {
    return Baton.builder(JdbcStore.of(moving))
        .settings(s -> s.sweep(Duration.ofMillis(100)))
        .define(
            RawDefinition.of(
                "T",
                attempt -> {
                  done.add(attempt.taskId());
                  return Outcome.done();
                }))
        .listener(events::add)
        .start();
  }

  private void runsATask(Baton node) throws InterruptedException {
    UUID added = node.tasks().add(TaskRequest.of(TaskType.of("T"))).taskId();
    assertThat(done.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(added);
  }

  /**
   * Simulates a failover as a client sees it: no server responds for a moment, then another one
   * does.
   */
  private void failOver(MovingDataSource moving, LocalPostgres to) throws InterruptedException {
    events.clear();
    DatabaseAddress address = to.existing(NAME);
    String nobody = "jdbc:postgresql://127.0.0.1:" + KillableServer.freePort() + "/" + NAME;
    moving.lead(new DatabaseAddress(nobody, address.user(), address.password()));
    awaitEvent(event -> event instanceof StoreTrouble trouble && trouble.loop().equals("cluster"));
    moving.lead(address);
  }

  private void awaitWarning(Kind kind, boolean present) throws InterruptedException {
    awaitEvent(
        event ->
            event instanceof StoreWarned warned
                && warned.warning().kind() == kind
                && warned.present() == present);
  }

  private void awaitEvent(Predicate<TaskEvent> wanted) throws InterruptedException {
    TaskEvent event;
    do {
      event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(event).as("the awaited event").isNotNull();
    } while (!wanted.test(event));
  }

  private static void promote(LocalPostgres standby) throws SQLException {
    try (Connection connection = standby.existing(NAME).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_promote(true, 60)");
    }
  }
}
