package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests a database that is slow to write the end of a task: outcomes wait for longer than a lease,
 * but each task runs once and no alarm is raised.
 *
 * <ul>
 *   <li>{@code -Dbaton.slow.tasks=4000} the number of tasks, at the default batches
 *   <li>{@code -Dbaton.slow.lease=5} the lease in seconds then
 *   <li>{@code -Dbaton.slow.millis=5} the duration of each end
 * </ul>
 */
@Tag("deep")
final class SlowToWriteIT {
  private static final boolean IS_LONG = System.getProperty("baton.slow.tasks") != null;
  private static final int TASKS = Integer.getInteger("baton.slow.tasks", 120);
  private static final int LAPSED = 200;
  private static final int LONG = 100;
  private static final int LEASE_SECONDS = Integer.getInteger("baton.slow.lease", 3);

  private final AtomicInteger runs = new AtomicInteger();
  private final ConcurrentLinkedQueue<TaskEvent> alarms = new ConcurrentLinkedQueue<>();

  @Test
  void onPostgresEachTaskRunsOnce() throws Exception {
    try (HikariDataSource pool = pool(LocalPostgres.temporary().newDatabase())) {
      BatonSchema.apply(pool);
      update(
          pool,
          "CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " PERFORM pg_sleep("
              + seconds(30)
              + "); RETURN OLD; END $$");
      update(
          pool,
          "CREATE TRIGGER slow BEFORE DELETE ON baton_task FOR EACH ROW EXECUTE FUNCTION"
              + " be_slow()");
      eachTaskRunsOnce(
          pool, IntStream.range(0, TASKS).mapToObj(i -> TaskRequest.of(TaskType.of("T"))).toList());
    }
  }

  @Test
  void onMariaDbEachKeyedTaskRunsOnceAndNoneStopsInError() throws Exception {
    try (HikariDataSource pool = pool(LocalMariaDb.temporary().newDatabase())) {
      BatonSchema.apply(pool);
      update(
          pool,
          "CREATE TRIGGER slow BEFORE DELETE ON baton_task FOR EACH ROW SET @slow = SLEEP("
              + seconds(40)
              + ")");
      List<? extends TaskRequest<?, ?>> keyed =
          IntStream.range(0, TASKS)
              .mapToObj(
                  i ->
                      TaskRequest.of(TaskType.of(i % 2 == 0 ? "T" : "ONCE"))
                          .unique(Unique.whileLive("key-" + i)))
              .toList();
      eachTaskRunsOnce(pool, keyed);
    }
  }

  /**
   * Claims, due tasks, expired leases, renewals and ends all name more rows than can be written in
   * time.
   */
  @Test
  void callsOnPostgresUseFewerTasksAfterTimeouts() throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    List<? extends TaskRequest<?, ?>> tasks =
        Stream.of(
                Collections.nCopies(300, TaskRequest.of(TaskType.of("T"))),
                Collections.nCopies(
                    300, TaskRequest.of(TaskType.of("T")).runIn(Duration.ofSeconds(1))),
                Collections.nCopies(LAPSED, TaskRequest.of(TaskType.of("LAPSED")).onHold()),
                Collections.nCopies(LONG, TaskRequest.of(TaskType.of("LONG"))))
            .flatMap(List::stream)
            .toList();
    try (HikariDataSource pool = pool(address)) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).client().start()) {
        client.tasks().addAll(tasks);
      }
      update(
          pool,
          "UPDATE baton_task SET status = 3, owner = gen_random_uuid(), run_at = created_at, loss_limit = 3,"
              + " attempts = 1, next_event_at = created_at WHERE type = 'LAPSED'");
      update(
          pool,
          "CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " PERFORM pg_sleep(0.004); RETURN NEW; END $$");
      update(
          pool,
          "CREATE TRIGGER slow BEFORE UPDATE ON baton_task FOR EACH ROW EXECUTE FUNCTION"
              + " be_slow()");
      // Connections that are opened from now on end their statements after that time.
      update(
          pool,
          "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 300',"
              + " current_database()); END $$");
    }
    CountDownLatch othersEnded = new CountDownLatch(tasks.size() - LONG);
    try (HikariDataSource pool = pool(address);
        Baton node =
            Baton.builder(JdbcStore.of(pool))
                .settings(s -> s.lease(Duration.ofSeconds(6)))
                .listener(this::note)
                .define(
                    definition("T", othersEnded::countDown),
                    definition("LAPSED", othersEnded::countDown),
                    definition("LONG", () -> assertThat(await(othersEnded)).isTrue()))
                .start()) {
      awaitNoneLive(pool);
      assertThat(node.stop(Duration.ofSeconds(20))).isTrue();
    }
    assertThat(runs).hasValue(tasks.size());
    assertThat(alarms).as("only those whose node is gone").hasSize(LAPSED);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(5, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String seconds(int millis) {
    return String.valueOf(Integer.getInteger("baton.slow.millis", millis) / 1_000.0);
  }

  private void eachTaskRunsOnce(HikariDataSource pool, List<? extends TaskRequest<?, ?>> tasks)
      throws Exception {
    NodeSettings settings =
        NodeSettings.defaults()
            .lease(Duration.ofSeconds(LEASE_SECONDS))
            .poll(Duration.ofMillis(100))
            .sweep(Duration.ofMillis(50));
    try (Baton node =
        Baton.builder(JdbcStore.of(pool))
            .settings(s -> IS_LONG ? settings : settings.completionBatch(25))
            .listener(this::note)
            .define(definition("T"), definition("ONCE").onLost(OnLost.stop()))
            .start()) {
      node.tasks().addAll(tasks);
      awaitNoneLive(pool);
      assertThat(node.stop(Duration.ofSeconds(20))).isTrue();
    }
    assertThat(runs).hasValue(tasks.size());
    assertThat(alarms).isEmpty();
  }

  private TaskDefinition<?, ?> definition(String type) {
    return definition(type, () -> {});
  }

  private TaskDefinition<?, ?> definition(String type, Runnable body) {
    return RawDefinition.of(
            type,
            attempt -> {
              runs.incrementAndGet();
              body.run();
              return Outcome.done();
            })
        .limits(Limit.none());
  }

  private void note(TaskEvent event) {
    boolean lost =
        event instanceof NodeEvent.Swept swept
            && (swept.rule() == Rule.LOST || swept.rule() == Rule.LOST_TO_ERROR);
    if (lost || event instanceof NodeEvent.LeaseLost) {
      alarms.add(event);
    }
  }

  private static void awaitNoneLive(HikariDataSource pool) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    CountDownLatch pause = new CountDownLatch(1);
    long live;
    while ((live = number(pool, "SELECT count(*) FROM baton_task WHERE status <> 4")) > 0) {
      assertThat(System.nanoTime()).as("%s are live", live).isLessThan(end);
      boolean never = pause.await(50, TimeUnit.MILLISECONDS);
      assertThat(never).isFalse();
    }
    assertThat(number(pool, "SELECT count(*) FROM baton_task")).as("in ERROR").isZero();
  }

  private static HikariDataSource pool(DatabaseAddress address) {
    return Pools.of(address, 12);
  }

  private static void update(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static long number(HikariDataSource pool, String query) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
