package dev.baton.jdbc;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.limit.Limit;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.BulkReport;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.TaskFilter;
import dev.baton.schedule.Schedule;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskClaims.Renewal;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Status;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests rows whose change the database refuses with any error: they delay no other row. The refused
 * rows have a key that ends with "!", and are the first of their kind.
 */
class RefusedRowsTest extends BrokenRows {
  private static final int BAD = 2;
  private static final int ALL = 6;

  private static final Duration LEASE = Duration.ofMinutes(1);

  /** Errors of a broken trigger, of a damaged row, and of a check. */
  private static final List<String> STATES = List.of("42501", "XX001", "23514");

  static Stream<Arguments> refusals() {
    return TestDatabase.chosen()
        .flatMap(database -> STATES.stream().map(state -> Arguments.of(database, state)));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void nodeContinuesWithAllOtherRows(TestDatabase database, String state) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TaskDefinition<?, ?> brief = RawDefinition.of("BRIEF", attempt -> Outcome.done());
      addAll(pool, brief);
      refuse(database, pool, state, "UPDATE", "baton_task");
      refuse(database, pool, state, "INSERT", "baton_task");
      refuse(database, pool, state, "DELETE", "baton_finished");
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(brief, RawDefinition.of("T", attempt -> Outcome.done()))
              .define(RawDefinition.of("NARROW", attempt -> Outcome.done()).limits(Limit.node(BAD)))
              .schedule(ticks("a", "a!"), ticks("b", "b!"), ticks("c", "c"))
              .start()) {
        awaitOthers(pool);
        assertThat(node.isBucketRunning("default")).isTrue();
      }
      assertThat(count(pool, "baton_task WHERE flow_key LIKE '%!'")).isEqualTo(4 * BAD);
    }
  }

  /**
   * Adds tasks that are ready, due or expired, or of a type with a small limit, and finished ones.
   */
  private static void addAll(HikariDataSource pool, TaskDefinition<?, ?> brief) throws Exception {
    try (Baton node =
        Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).define(brief).start()) {
      for (int i = 0; i < ALL; i++) {
        node.tasks()
            .add(
                TaskRequest.of(TaskType.of("BRIEF"))
                    .unique(Unique.whileLive("b" + i))
                    .key("brief" + bad(i)));
      }
      await(pool, "SELECT count(*) FROM baton_kept", ALL);
      assertThat(node.isBucketRunning("default")).isTrue();
    }
    try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
      for (int i = 0; i < ALL; i++) {
        for (String kind : List.of("ready", "due", "lapsed")) {
          client.tasks().add(TaskRequest.of(TaskType.of("T")).key(kind + bad(i)));
        }
        client
            .tasks()
            .add(TaskRequest.of(TaskType.of("NARROW")).key(i < BAD ? "narrow!" : "narrow"));
      }
    }
    TestDatabase.execute(pool, "UPDATE baton_finished SET keep_until = finished_at");
    TestDatabase.execute(pool, "UPDATE baton_task SET status = 1 WHERE flow_key LIKE 'due%'");
    TestDatabase.execute(
        pool,
        "UPDATE baton_task SET status = 3, owner = id, version = 2, attempts = 1, loss_limit = 3"
            + " WHERE flow_key LIKE 'lapsed%'");
    TestDatabase.execute(pool, "UPDATE baton_task SET next_event_at = run_at WHERE status <> 2");
  }

  private static Schedule ticks(String name, String key) {
    return Schedule.fixedRate(name, Duration.ofSeconds(1))
        .adds(TaskRequest.of(TaskType.of("T")).key(key));
  }

  private static String bad(int number) {
    return number < BAD ? "!" : String.valueOf(number);
  }

  /** Waits until only the refused rows of each kind remain. */
  private static void awaitOthers(HikariDataSource pool) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    String wanted = "[ready 2, due 2, lapsed 2, narrow 2, kept 2, ticked 1]";
    String found = "";
    while (!found.equals(wanted)) {
      assertThat(System.nanoTime()).as(found).isLessThan(end);
      assertThat(pause.await(20, TimeUnit.MILLISECONDS)).isFalse();
      List<String> all = new ArrayList<>();
      for (String kind : List.of("ready", "due", "lapsed", "narrow")) {
        all.add(kind + " " + count(pool, "baton_task WHERE flow_key LIKE '" + kind + "%'"));
      }
      all.add("kept " + count(pool, "baton_finished WHERE type = 'BRIEF'"));
      all.add("ticked " + Math.min(1, count(pool, "baton_kept WHERE flow_key = 'c'")));
      found = all.toString();
    }
  }

  private static long count(HikariDataSource pool, String rows) throws SQLException {
    return TestDatabase.number(pool, "SELECT count(*) FROM " + rows);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void eachCallWorksForAllOtherRows(TestDatabase database, String state) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      JdbcTaskStore store = JdbcTaskStore.of(pool);
      UUID owner = UUID.randomUUID();
      List<ClaimRequest> ready = new ArrayList<>();
      try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
        for (int i = 0; i < ALL; i++) {
          AddResult added = client.tasks().add(TaskRequest.of(TaskType.of("T")).key("k" + bad(i)));
          ready.add(new ClaimRequest(added.taskId(), 1, 3));
        }
      }
      refuse(database, pool, state, "UPDATE", "baton_task");
      assertThat(store.claim(owner, LEASE, ready).stream().filter(task -> task.fault() == null))
          .as("claimed")
          .hasSize(ALL - BAD);
      drop(database, pool, state, "UPDATE", "baton_task");
      assertThat(store.claim(owner, LEASE, ready)).as("when that goes").hasSize(BAD);
      refuse(database, pool, state, "UPDATE", "baton_task");
      List<ClaimFence> held =
          ready.stream().map(one -> new ClaimFence(one.id(), 2, owner)).toList();
      Renewal renewal = store.renew(LEASE, held);
      assertThat(renewal.renewed()).as("renewed").hasSize(ALL - BAD);
      assertThat(renewal.busy()).as("not renewed, but not lost").hasSize(BAD);
      assertThat(store.renew(LEASE, held.subList(0, BAD)).busy()).as("alone").hasSize(BAD);
      List<Transition> releases =
          held.stream()
              .map(fence -> HolderRules.release(store.find(fence.id()).orElseThrow(), LEASE))
              .toList();
      if (state.startsWith("23")) {
        assertThatThrownBy(() -> store.tryApply(releases))
            .isInstanceOf(RequestRefusedException.class);
      } else {
        List<Verdict> verdicts = store.tryApply(releases);
        assertThat(verdicts.subList(0, BAD)).containsOnly(Verdict.BUSY);
        assertThat(verdicts.subList(BAD, ALL)).containsOnly(Verdict.APPLIED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void bulkChangesAllOtherRows(TestDatabase database, String state) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
        for (int i = 0; i < ALL; i++) {
          client.tasks().add(TaskRequest.of(TaskType.of("T")).key("k" + bad(i)));
        }
        refuse(database, pool, state, "UPDATE", "baton_task");
        List<BulkReport.Result> refused = new ArrayList<>();
        BulkReport report =
            client
                .operations()
                .bulk(TaskFilter.all().type("T"))
                .onEach(
                    result ->
                        Stream.of(result).filter(r -> !r.result().isDone()).forEach(refused::add))
                .hold();
        assertThat(report.changed()).isEqualTo(ALL - BAD);
        assertThat(refused)
            .hasSize(BAD)
            .allSatisfy(one -> assertThat(one.result().reason()).contains("could not be changed"));
        assertThat(client.operations().audit(AuditFilter.all()).page(ALL).items())
            .hasSize(ALL - BAD);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void bulkRunsAllOtherTasksAgain(TestDatabase database, String state) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      cancelAll(pool);
      refuse(database, pool, state, "INSERT", "baton_task");
      assertThat(runAgain(pool))
          .hasSize(BAD)
          .allSatisfy(one -> assertThat(one.reason()).contains("could not be changed"));
      assertThat(count(pool, "baton_finished")).isEqualTo(BAD);
      assertThat(count(pool, "baton_audit WHERE action = 'RUN_AGAIN'")).isEqualTo(ALL - BAD);
    }
  }

  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void bulkRunsAllOtherTasksAgainWhileRowsAreLocked(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      cancelAll(pool);
      try (Connection holder = pool.getConnection()) {
        holder.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        holder.setAutoCommit(false);
        holder
            .createStatement()
            .executeQuery("SELECT * FROM baton_finished WHERE flow_key = 'k!' FOR UPDATE");
        assertThat(StoreScenario.promptly(() -> runAgain(pool)))
            .hasSize(BAD)
            .allSatisfy(one -> assertThat(one.reason()).contains("could not be changed"));
        holder.rollback();
      }
      assertThat(runAgain(pool)).as("afterwards").isEmpty();
      assertThat(count(pool, "baton_finished")).isZero();
    }
  }

  /** The transaction holds unique keys, as an add does until its caller's commit. */
  @ParameterizedTest
  @MethodSource(TestDatabase.CHOSEN)
  void bulkRunsAllOtherTasksAgainWhileKeysAreLocked(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      cancelAll(pool);
      try (Connection holder = pool.getConnection()) {
        holder.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        holder.setAutoCommit(false);
        String columns = "task_id, hold_micros, kind, while_kept, type, text";
        int taken =
            holder
                .createStatement()
                .executeUpdate(
                    ("INSERT INTO baton_key (%1$s) SELECT %1$s FROM baton_finished_key WHERE task_id IN"
                            + " (SELECT id FROM baton_finished WHERE flow_key = 'k!')")
                        .formatted(columns));
        assertThat(taken).isEqualTo(BAD);
        assertThat(StoreScenario.promptly(() -> runAgain(pool)))
            .hasSize(BAD)
            .allSatisfy(one -> assertThat(one.reason()).contains("could not be changed"));
        holder.rollback();
      }
      assertThat(runAgain(pool)).as("afterwards").isEmpty();
    }
  }

  /** Adds tasks, the first of them with the key "k!", and cancels them. */
  private static void cancelAll(HikariDataSource pool) throws Exception {
    try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
      for (int i = 0; i < ALL; i++) {
        client
            .tasks()
            .add(
                TaskRequest.of(TaskType.of("T"))
                    .unique(Unique.whileLive("u" + i))
                    .key("k" + bad(i)));
      }
      assertThat(client.operations().bulk(TaskFilter.all().type("T")).cancel("x").changed())
          .isEqualTo(ALL);
    }
  }

  /** Runs the cancelled tasks again with one bulk. Returns the refusals. */
  private static List<ChangeResult> runAgain(HikariDataSource pool) throws Exception {
    try (Baton client = Baton.builder(JdbcStore.of(pool)).settings(s -> QUICK).client().start()) {
      List<ChangeResult> all = new ArrayList<>();
      client
          .operations()
          .bulk(TaskFilter.all().type("T").status(Status.CANCELLED))
          .onEach(one -> all.add(one.result()))
          .runAgain();
      return all.stream().filter(result -> !result.isDone()).toList();
    }
  }

  @Test
  void aLimitThatTheDatabaseHasNoNameForStopsNoTaskInError() throws Exception {
    try (HikariDataSource pool = TestDatabase.pool(Latin1.newDatabase())) {
      BatonSchema.apply(pool);
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .settings(s -> QUICK)
              .define(
                  RawDefinition.of("LIMITED", attempt -> Outcome.done())
                      .limits(Limit.cluster("漢字", 1)))
              .define(RawDefinition.of("T", attempt -> Outcome.done()))
              .start()) {
        node.tasks().add(withoutLocalDispatch(TaskRequest.of(TaskType.of("LIMITED"))));
        for (int i = 0; i < ALL; i++) {
          node.tasks().add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
          await(pool, "SELECT count(*) FROM baton_kept", i + 1);
        }
      }
      assertThat(count(pool, "baton_task WHERE status = 2")).isEqualTo(1);
    }
  }

  /** Makes the database refuse changes of rows whose key ends with "!", with that SQLSTATE. */
  private static void refuse(
      TestDatabase database, HikariDataSource pool, String state, String verb, String table)
      throws SQLException {
    String name = trigger(state, verb);
    String met = (verb.equals("INSERT") ? "NEW" : "OLD") + ".flow_key LIKE '%!'";
    String made = "CREATE TRIGGER " + name + " BEFORE " + verb + " ON " + table + " FOR EACH ROW ";
    switch (database) {
      case POSTGRES -> {
        TestDatabase.execute(
            pool,
            "CREATE OR REPLACE FUNCTION "
                + name
                + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF "
                + met
                + " THEN RAISE EXCEPTION 'refused' USING ERRCODE = '"
                + state
                + "'; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$");
        TestDatabase.execute(pool, made + "EXECUTE FUNCTION " + name + "()");
      }
      case MARIADB, MYSQL ->
          TestDatabase.execute(
              pool, made + "IF " + met + " THEN SIGNAL SQLSTATE " + signal(state) + "; END IF");
      case H2 ->
          TestDatabase.execute(pool, made + "CALL '" + RefusingTrigger.class.getName() + "'");
    }
  }

  private static void drop(
      TestDatabase database, HikariDataSource pool, String state, String verb, String table)
      throws SQLException {
    String of = database == TestDatabase.POSTGRES ? " ON " + table : "";
    TestDatabase.execute(pool, "DROP TRIGGER " + trigger(state, verb) + of);
  }

  private static String trigger(String state, String verb) {
    return "refuse_" + verb.toLowerCase(Locale.ROOT) + "_" + state.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a signal with a number that MariaDB itself uses for such errors. None is 1105: the pool
   * closes a connection with that error, and rows locked by its transaction are skipped until the
   * server has noticed.
   */
  private static String signal(String state) {
    return switch (state) {
      case "42501" -> "'42S02' SET MYSQL_ERRNO = 1146";
      case "XX001" -> "'HY000' SET MYSQL_ERRNO = 1712";
      default -> "'23000' SET MYSQL_ERRNO = 4025";
    };
  }
}
