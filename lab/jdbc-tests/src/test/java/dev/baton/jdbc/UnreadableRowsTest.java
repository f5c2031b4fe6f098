package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.FoundTask;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.rule.ClaimFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that tasks whose rows were broken by hand stop in ERROR, each alone, and that all others
 * continue.
 */
class UnreadableRowsTest extends BrokenRows {
  private static final List<String> CHECKS =
      List.of(
          "baton_task_live",
          "baton_task_owner_exactly_when_held",
          "baton_task_alarm_exactly_when_awaited",
          "baton_task_time_to_run",
          "baton_task_counts");

  /** Returns the broken columns with the expected errors. */
  private static Map<String, String> broken(TestDatabase database) {
    Map<String, String> broken = new LinkedHashMap<>();
    broken.put("priority = 10", "priority is 10, not 0 to 9");
    broken.put("priority = -3", "priority is -3, not 0 to 9");
    broken.put("context = 'tenant=SECRET%ZZ'", "context");
    broken.put("context = 'SECRET'", "context");
    broken.put("context = 'baton.order=SECRET'", "context has a value that no task can have");
    broken.put("traits = 'SECRET'", "traits");
    broken.put("status = 9", "status is 9");
    broken.put("status = -1", "status is -1");
    broken.put("version = 0", "version is 0");
    // A claim counts its own attempt first.
    broken.put("attempts = -2", "attempts is -");
    broken.put("losses = -1", "losses is -1");
    // The next number of a claim or of the sweeper would be too large.
    broken.put("version = 9223372036854775807", "version is 9223372036854775807");
    broken.put("attempts = 2147483647", "attempts is 2147483647");
    broken.put("status = 1, version = 9223372036854775807", "version is 9223372036854775807");
    String lapsed = "status = 3, owner = id, next_event_at = created_at, ";
    broken.put(lapsed + "loss_limit = 2147483647, losses = 2147483647", "losses is 2147483647");
    broken.put("last_outcome = 77", "last_outcome is 77");
    broken.put("sub_type = ''", "sub_type");
    broken.put("flow_key = ' blank '", "flow_key");
    broken.put("status = 3, owner = NULL", "contradict");
    // No time leads to these rows either.
    broken.put("status = 1, next_event_at = NULL", "contradict");
    broken.put("status = 3, owner = id, attempts = 1, next_event_at = NULL", "contradict");
    if (database == TestDatabase.POSTGRES) {
      broken.put("created_at = 'infinity'", "created_at");
      broken.put("run_at = '-infinity'", "run_at");
      // A search by time would never find these rows.
      broken.put("next_event_at = '-infinity', status = 1", "next_event_at");
      broken.put("next_event_at = 'infinity', status = 1", "next_event_at");
      broken.put(
          "next_event_at = 'infinity', status = 3, owner = id, attempts = 1", "next_event_at");
    }
    return broken;
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void unreadableRowStopsInErrorAloneAndIsReported(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      dropChecks(database, pool);
      List<UUID> ids = add(pool);
      Map<UUID, String> told = breakSome(database, pool, ids);
      // Unusual but valid times: these tasks were due or have expired long ago.
      String old = "next_event_at = '1960-01-01 00:00:00'";
      set(database, pool, "baton_task", "status = 1, " + old, ids.get(0));
      set(
          database,
          pool,
          "baton_task",
          "status = 3, owner = id, loss_limit = 3, " + old,
          ids.get(1));
      Queue<TaskEvent> events = new ConcurrentLinkedQueue<>();
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(RawDefinition.of("T", attempt -> Outcome.done()))
              .listener(events::add)
              .start()) {
        await(pool, "SELECT count(*) FROM baton_kept", TASKS - told.size());
        await(pool, "SELECT count(*) FROM baton_task WHERE status = 4", told.size());
        assertThat(node.isBucketRunning("default")).isTrue();
      }
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_task"))
          .isEqualTo(told.size());
      JdbcOperationsStore operations =
          new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
      Map<UUID, String> errors = operations.latestErrors(told.keySet());
      told.forEach(
          (id, what) -> assertThat(errors.get(id)).contains(what).doesNotContain("SECRET"));
      assertThat(operations.find(TaskFilter.all().status(Status.ERROR), null, 100))
          .extracting(FoundTask::id)
          .containsExactlyInAnyOrderElementsOf(told.keySet());
      told.keySet().forEach(id -> assertThat(isTold(events, id)).as("%s", told.get(id)).isTrue());
    }
  }

  private static boolean isTold(Queue<TaskEvent> events, UUID id) {
    return events.stream()
        .anyMatch(
            event ->
                event instanceof NodeEvent.Unreadable unreadable && unreadable.taskId().equals(id));
  }

  /** Simulates the restore of a dump: the checks exist, and refuse the next write. */
  @Test
  void rowWrittenPastTheChecksStopsAloneToo() throws Exception {
    try (HikariDataSource pool = TestDatabase.MARIADB.newPool()) {
      BatonSchema.apply(pool);
      List<UUID> ids = add(pool);
      List<String> broken =
          List.of("priority = 10", "attempts = -2", "status = 1, priority = 10", "version = 0");
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION check_constraint_checks = OFF");
        for (int i = 0; i < broken.size(); i++) {
          statement.execute(
              "UPDATE baton_task SET "
                  + broken.get(i)
                  + " WHERE id = UNHEX('"
                  + ids.get(20 * i).toString().replace("-", "")
                  + "')");
        }
        statement.execute("SET SESSION check_constraint_checks = ON");
      }
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(RawDefinition.of("T", attempt -> Outcome.done()))
              .start()) {
        await(pool, "SELECT count(*) FROM baton_kept", TASKS - broken.size());
        await(pool, "SELECT count(*) FROM baton_task WHERE status = 4", broken.size());
        assertThat(node.operations().find(ids.get(40)).orElseThrow().error().orElseThrow())
            .contains("priority is 10");
      }
    }
  }

  /** Simulates a later check for new writes, or a trigger. */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void unwritableRowDelaysNoOtherRow(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
        for (int i = 0; i < 15; i++) {
          client
              .tasks()
              .add(TaskRequest.of(TaskType.of("T")).key(KEYS.get(i / 5) + (i % 5 == 3 ? "!" : "")));
        }
      }
      TestDatabase.execute(pool, "UPDATE baton_task SET status = 1 WHERE flow_key LIKE 'due%'");
      TestDatabase.execute(
          pool,
          "UPDATE baton_task SET status = 3, owner = id, version = 2, attempts = 1, loss_limit = 3"
              + " WHERE flow_key LIKE 'lapsed%'");
      TestDatabase.execute(pool, "UPDATE baton_task SET next_event_at = run_at WHERE status <> 2");
      refuseWrites(database, pool);
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(RawDefinition.of("T", attempt -> Outcome.done()))
              .start()) {
        await(pool, "SELECT count(*) FROM baton_kept", 12);
        assertThat(node.isBucketRunning("default")).isTrue();
      }
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_task")).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void unwritableRowDoesNotStopOtherRenewals(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      UUID owner = UUID.randomUUID();
      Duration lease = Duration.ofMinutes(1);
      List<ClaimRequest> ready = new ArrayList<>();
      try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
        for (String key : List.of("a", "b", "c!", "d")) {
          AddResult added = client.tasks().add(TaskRequest.of(TaskType.of("T")).key(key));
          ready.add(new ClaimRequest(added.taskId(), 1, 3));
        }
      }
      assertThat(store.claim(owner, lease, ready)).hasSize(4);
      refuseWrites(database, pool);
      List<ClaimFence> held =
          ready.stream().map(one -> new ClaimFence(one.id(), 2, owner)).toList();
      Renewal renewal = store.renew(lease, held);
      assertThat(renewal.renewed()).hasSize(3);
      assertThat(renewal.busy()).containsExactly(ready.get(2).id());
    }
  }

  private static void refuseWrites(TestDatabase database, HikariDataSource pool)
      throws SQLException {
    String check = "ALTER TABLE baton_task ADD CONSTRAINT no_more CHECK (flow_key NOT LIKE '%!') ";
    TestDatabase.execute(
        pool,
        switch (database) {
          case POSTGRES -> check + "NOT VALID";
          case H2 -> check + "NOCHECK";
          case MARIADB, MYSQL ->
              "CREATE TRIGGER no_more BEFORE UPDATE ON baton_task FOR EACH ROW"
                  + " IF OLD.flow_key LIKE '%!' THEN SIGNAL SQLSTATE '45000'; END IF";
        });
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void unreadableFinishedRowIsListedAsUnreadable(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      List<UUID> ids = add(pool);
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(RawDefinition.of("T", attempt -> Outcome.failed("no")))
              .start()) {
        await(pool, "SELECT count(*) FROM baton_kept", TASKS);
        assertThat(node.isBucketRunning("default")).isTrue();
      }
      if (database == TestDatabase.MARIADB || database == TestDatabase.H2) {
        TestDatabase.execute(
            pool, "ALTER TABLE baton_finished DROP CONSTRAINT baton_finished_status");
      }
      List<String> broken =
          new ArrayList<>(
              List.of("priority = 12", "context = 'SECRET'", "status = 9", "type = ''"));
      if (database == TestDatabase.POSTGRES) {
        broken.add("finished_at = 'infinity'");
      }
      for (int i = 0; i < broken.size(); i++) {
        set(database, pool, "baton_finished", broken.get(i), ids.get(i));
      }
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      assertThat(store.liveAndFinished(Set.copyOf(ids)).finished()).hasSize(TASKS);
      for (int i = 0; i < broken.size(); i++) {
        FinishedTask unreadable = store.findFinished(ids.get(i)).orElseThrow();
        assertThat(unreadable.error())
            .contains("can't be read")
            .contains(broken.get(i).substring(0, broken.get(i).indexOf(' ')))
            .doesNotContain("SECRET");
      }
      JdbcOperationsStore operations =
          new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
      assertThat(operations.find(TaskFilter.all().ids(Set.copyOf(ids.subList(0, 2))), null, 10))
          .hasSize(2);
      // An unknown status is in no list of statuses.
      assertThat(operations.find(TaskFilter.all().status(Status.FAILED), null, TASKS))
          .hasSize(TASKS - 1);
    }
  }

  private static Map<UUID, String> breakSome(
      TestDatabase database, HikariDataSource pool, List<UUID> ids) throws SQLException {
    Map<UUID, String> told = new LinkedHashMap<>();
    int at = 7;
    for (Map.Entry<String, String> each : broken(database).entrySet()) {
      UUID id = ids.get(at);
      set(database, pool, "baton_task", each.getKey(), id);
      told.put(id, each.getValue());
      at += 11;
    }
    return told;
  }

  private static void dropChecks(TestDatabase database, HikariDataSource pool) throws SQLException {
    if (database == TestDatabase.MYSQL) {
      return; // MySQL ignores a CHECK before 8.0.16
    }
    for (String check : CHECKS) {
      TestDatabase.execute(pool, "ALTER TABLE baton_task DROP CONSTRAINT IF EXISTS " + check);
    }
  }
}
