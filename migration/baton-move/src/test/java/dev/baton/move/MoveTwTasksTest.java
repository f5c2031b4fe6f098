package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.local.LocalDatabase;
import dev.baton.move.TwTasksTables.TwTask;
import dev.baton.schedule.Schedule;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource(MoveDatabase.SERVERS)
class MoveTwTasksTest {
  private static final Instant LATER =
      Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);

  private final LocalDatabase kind;
  private MoveDatabase database;
  private TwTasksTables tables;
  private JdbcTaskStore store;

  MoveTwTasksTest(LocalDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void makeTables() throws SQLException {
    database = MoveDatabase.with(kind, "twtasks");
    tables = new TwTasksTables(database.pool(), database.isPostgres());
    store = JdbcTaskStore.of(database.pool());
  }

  @Test
  void eachStatusMoves() throws SQLException {
    TwTask fresh = add(TwTask.of("MAIL", "NEW"));
    TwTask submitted = add(TwTask.of("MAIL", "SUBMITTED").next(LATER));
    TwTask waiting = add(TwTask.of("MAIL", "WAITING").next(LATER).tries(2));
    TwTask due = add(TwTask.of("MAIL", "WAITING").next(Instant.now().minusSeconds(9)));
    TwTask error = add(TwTask.of("MAIL", "ERROR").tries(5).priority(0));
    TwTask running = add(TwTask.of("MAIL", "PROCESSING"));
    for (String ended : List.of("DONE", "FAILED", "CANCELLED")) {
      add(TwTask.of("MAIL", ended));
    }

    MoveProgress done = move().go();

    assertThat(done).isEqualTo(new MoveProgress(5, 0, 3, 0));
    assertThat(task(fresh).position().status()).isEqualTo(Status.READY);
    assertThat(task(submitted).position().status()).isEqualTo(Status.READY);
    assertThat(task(due).position().status()).isEqualTo(Status.READY);
    Task later = task(waiting);
    assertThat(later.position().status()).isEqualTo(Status.WAITING);
    assertThat(later.position().runAt()).isEqualTo(LATER);
    assertThat(later.position().attempts()).isEqualTo(2);
    assertThat(later.position().lastOutcome()).isEqualTo(LastOutcome.FAILURE);
    assertThat(later.spec().subType()).isEqualTo("sub");
    assertThat(later.spec().payload()).isEqualTo(Bytes.of("{\"n\":1}"));
    assertThat(task(error).position().status()).isEqualTo(Status.ERROR);
    assertThat(task(error).position().attempts()).isEqualTo(5);
    assertThat(task(error).spec().priority()).isZero();
    assertThat(database.texts("SELECT error FROM baton_attempt"))
        .containsExactly("Taken over from twtasks as ERROR; the old engine logged the reason");
    assertThat(store.find(running.id())).isEmpty();
    assertThat(statuses()).containsExactly("CANCELLED 1", "DONE 6", "FAILED 1", "PROCESSING 1");
  }

  /** Early versions had neither tw_task_data nor the key table. */
  @Test
  void earlySchemaWithPayloadsInTasksMoves() throws SQLException {
    TwTask task = add(TwTask.of("MAIL", "WAITING").next(LATER));
    add(TwTask.of("MAIL", "DONE"));
    execute("UPDATE tw_task SET data = '{\"n\":2}'");
    execute("ALTER TABLE tw_task_data RENAME TO other_data");
    execute("ALTER TABLE unique_tw_task_key RENAME TO other_key");
    try {
      assertThat(move().look().count(Survey.Fate.TASK)).isEqualTo(1);
      assertThat(move().go()).isEqualTo(new MoveProgress(1, 0, 1, 0));
      assertThat(task(task).spec().payload()).isEqualTo(Bytes.of("{\"n\":2}"));
      assertThat(move().undo().moved()).isEqualTo(1);
    } finally {
      execute("ALTER TABLE other_data RENAME TO tw_task_data");
      execute("ALTER TABLE other_key RENAME TO unique_tw_task_key");
    }
  }

  @Test
  void invisibleRowMovesOrIsCountedWithItsReason() throws SQLException {
    execute(
        "ALTER TABLE tw_task "
            + (database.isPostgres()
                ? "ALTER next_event_time DROP NOT NULL"
                : "MODIFY next_event_time datetime(6) NULL, MODIFY status varchar(20)"));
    TwTask timeless = add(TwTask.of("MAIL", "WAITING"));
    TwTask old = add(TwTask.of("OLD", "WAITING").next(Instant.parse("1969-07-20T20:17:00Z")));
    TwTask small = add(TwTask.of("SMALL", "new"));
    TwTask unknown = add(TwTask.of("ODD", "UNKNOWN"));
    execute("UPDATE tw_task SET next_event_time = NULL WHERE type = 'MAIL'");

    List<Survey.Line> lines = move().look().lines();

    assertThat(lines.stream().mapToLong(Survey.Line::count).sum()).isEqualTo(4);
    assertThat(lines)
        .filteredOn(line -> line.fate() == Survey.Fate.STAYS)
        .allSatisfy(line -> assertThat(line.reason()).isNotBlank())
        .extracting(Survey.Line::type)
        .contains("ODD", "OLD");
    boolean isStrict = database.isPostgres();
    assertThat(move().go()).isEqualTo(new MoveProgress(isStrict ? 1 : 2, 0, 0, isStrict ? 3 : 2));
    assertThat(task(timeless).position().status()).isEqualTo(Status.READY);
    assertThat(store.find(unknown.id())).isEmpty();
    assertThat(store.find(old.id())).isEmpty();
    assertThat(store.find(small.id()).isEmpty()).isEqualTo(isStrict);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void lateTriggerFindsNoTask() throws SQLException {
    TwTask task = add(TwTask.of("MAIL", "SUBMITTED"));
    move().go();
    assertThat(tables.grab(task.id(), 3)).isFalse();
  }

  @Test
  void runningTaskStaysUntilTheOldEngineIsStopped() throws SQLException {
    TwTask task = add(TwTask.of("MAIL", "SUBMITTED"));
    tables.grab(task.id(), 3);

    assertThat(move().go().moved()).isZero();
    assertThat(move().look().lines())
        .containsExactly(
            new Survey.Line(
                "MAIL", "PROCESSING", Survey.Fate.STAYS, "The old engine is running it now", 1));

    assertThat(from().stopped(LostTasks.ERROR).build().go().moved()).isEqualTo(1);
    assertThat(task(task).position().status()).isEqualTo(Status.ERROR);
    assertThat(task(task).position().lastOutcome()).isEqualTo(LastOutcome.LOST);
  }

  @Test
  void payloadsAreUnpackedOrTheirTasksStay() throws Exception {
    TwTask gzip = add(TwTask.of("MAIL", "SUBMITTED"));
    tables.payload(gzip.id(), 1, gzip("large ".repeat(100_000)));
    TwTask none = add(TwTask.of("MAIL", "SUBMITTED"));
    tables.payload(none.id(), 0, "®".getBytes(StandardCharsets.UTF_8));
    TwTask lz4 = add(TwTask.of("MAIL", "SUBMITTED"));
    tables.payload(lz4.id(), 2, new byte[] {1});
    TwTask broken = add(TwTask.of("MAIL", "SUBMITTED"));
    tables.payload(broken.id(), 1, new byte[] {1});

    assertThat(move().go().left()).isEqualTo(2);
    assertThat(task(gzip).spec().payload()).isEqualTo(Bytes.of("large ".repeat(100_000)));
    assertThat(task(none).spec().payload()).isNull();
    assertThat(move().look().lines())
        .filteredOn(line -> line.fate() == Survey.Fate.STAYS)
        .extracting(Survey.Line::reason)
        .containsExactly(
            "Its payload can't be unpacked",
            "Its payload is packed in format 2 (2 is LZ4, 3 Zstandard): set how to unpack it with"
                + " TwTasks.unpacking");

    TwTasks other = TwTasks.tables().unpacking(2, packed -> packed);
    assertThat(Move.from(other, database.pool()).build().go().moved()).isEqualTo(1);
    assertThat(task(lz4).spec().payload()).isEqualTo(Bytes.of(new byte[] {1}));
  }

  @Test
  void idsAndKeysOfTheOldEngineCannotBeAddedAgain() throws SQLException {
    TwTask done = add(TwTask.of("MAIL", "DONE"));
    tables.key(done.id(), "may");
    TwTask live = add(TwTask.of("MAIL", "SUBMITTED"));
    tables.key(live.id(), "june");
    TwTask longAgo = add(TwTask.of("MAIL", "DONE").next(Instant.now().minus(Duration.ofDays(31))));

    assertThat(move().go()).isEqualTo(new MoveProgress(1, 0, 1, 0));

    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).id(done.id()))).isFalse();
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).id(live.id()))).isFalse();
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).unique(Unique.whileKept("may"))))
          .isFalse();
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).unique(Unique.whileLive("june"))))
          .isFalse();
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).id(longAgo.id()))).isTrue();
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).unique(Unique.whileLive("july"))))
          .isTrue();
    }
  }

  /** The id stays taken even if the type keeps no finished tasks. */
  @Test
  void idOfMovedTaskStaysTakenAfterItsRun() throws Exception {
    TwTask task = add(TwTask.of("MAIL", "SUBMITTED"));
    move().go();
    CountDownLatch ran = new CountDownLatch(1);
    try (Baton baton =
        Baton.builder(JdbcStore.of(database.pool()))
            .settings(s -> s.keepDone(Duration.ZERO))
            .define(
                RawDefinition.of(
                    "MAIL",
                    attempt -> {
                      ran.countDown();
                      return Outcome.done();
                    }))
            .start()) {
      assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
      Eventually.holds(() -> store.find(task.id()).isEmpty());
      assertThat(added(baton, TaskRequest.of(TaskType.of("MAIL")).id(task.id()))).isFalse();
    }
  }

  @Test
  void taskAlreadyInBatonEndsInTheOldEngine() throws SQLException {
    TwTask task = add(TwTask.of("MAIL", "SUBMITTED"));
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      baton.tasks().add(TaskRequest.of(TaskType.of("MAIL")).id(task.id()));
    }
    assertThat(move().go()).isEqualTo(new MoveProgress(0, 1, 0, 0));
    assertThat(statuses()).containsExactly("DONE 1");
    assertThat(move().undo().moved()).isZero();
    assertThat(statuses()).containsExactly("DONE 1");
  }

  @Test
  void mappingDecidesPerTypeAndSurveyWritesNothing() throws SQLException {
    add(TwTask.of("PAY|ACME", "SUBMITTED").priority(2));
    add(TwTask.of("OLD", "WAITING"));
    add(TwTask.of("OTHER", "SUBMITTED"));
    add(TwTask.of("BAD", "SUBMITTED"));
    add(TwTask.of("HUGE", "SUBMITTED").priority(12));
    Mapping mapping =
        Mapping.builder()
            .type(
                "PAY|*",
                old ->
                    TaskType.of("PAY", Bytes.class)
                        .with(Bytes.of(old.text() + "!"))
                        .key(old.type().substring(4)))
            .left("OLD", "retired")
            .same("HUGE")
            .type(
                "BAD",
                old -> {
                  throw new IllegalStateException(old.text());
                })
            .build();
    Move move = from().mapping(mapping).build();

    assertThat(move.look().lines())
        .containsExactly(
            new Survey.Line(
                "BAD",
                "SUBMITTED",
                Survey.Fate.STAYS,
                "The mapping threw a java.lang.IllegalStateException",
                1),
            new Survey.Line(
                "HUGE",
                "SUBMITTED",
                Survey.Fate.STAYS,
                "A priority runs from 0 (most urgent) to 9; 12 doesn't",
                1),
            new Survey.Line("OLD", "WAITING", Survey.Fate.STAYS, "retired", 1),
            new Survey.Line(
                "OTHER", "SUBMITTED", Survey.Fate.STAYS, "The mapping doesn't name this type", 1),
            new Survey.Line("PAY|ACME", "SUBMITTED", Survey.Fate.TASK, null, 1));
    assertThat(database.number("SELECT COUNT(*) FROM baton_task")).isZero();

    assertThat(move.go().left()).isEqualTo(4);
    assertThat(database.texts("SELECT type, flow_key, priority FROM baton_task"))
        .containsExactly("PAY ACME 2");
    assertThat(database.number("SELECT COUNT(*) FROM tw_task WHERE status <> 'DONE'")).isEqualTo(4);
  }

  @Test
  void jobBecomesScheduleThatStartsAtItsNextTime() throws SQLException {
    TwTask job = add(TwTask.of("TaskJob|report", "WAITING").next(LATER));
    Mapping mapping =
        Mapping.builder()
            .recurring(
                "TaskJob|report",
                old ->
                    Schedule.cron("report", "0 0 4 * * *", ZoneId.of("UTC"))
                        .adds(TaskRequest.of(TaskType.of("REPORT"))))
            .build();
    Move move = from().mapping(mapping).build();
    assertThat(move.go().moved()).isEqualTo(1);
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(baton.schedules().find("report").orElseThrow().nextTick()).isEqualTo(LATER);
      assertThat(move.undo().moved()).isEqualTo(1);
      assertThat(baton.schedules().find("report")).isEmpty();
    }
    assertThat(database.texts("SELECT status FROM tw_task")).containsExactly("WAITING");
    assertThat(tables.grab(job.id(), 5)).isTrue();
  }

  @Test
  void taskThatHasNotStartedCanReturnAndMoveAgain() throws Exception {
    TwTask waiting = add(TwTask.of("LATER", "WAITING").next(LATER).tries(2));
    add(TwTask.of("LATER", "SUBMITTED").next(LATER));
    TwTask error = add(TwTask.of("LATER", "ERROR"));
    tables.key(waiting.id(), "june");
    TwTask runs = add(TwTask.of("NOW", "SUBMITTED"));
    move().go();
    CountDownLatch ran = new CountDownLatch(1);
    try (Baton baton =
        Baton.builder(JdbcStore.of(database.pool()))
            .define(
                RawDefinition.of(
                    "NOW",
                    attempt -> {
                      ran.countDown();
                      return Outcome.done();
                    }))
            .start()) {
      assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
      Eventually.holds(() -> store.find(runs.id()).isEmpty());
    }

    assertThat(move().undo()).isEqualTo(new MoveProgress(3, 0, 0, 1));

    assertThat(database.number("SELECT COUNT(*) FROM baton_task")).isZero();
    assertThat(database.number("SELECT COUNT(*) FROM baton_attempt")).isZero();
    assertThat(statuses()).containsExactly("DONE 1", "ERROR 1", "WAITING 2");
    assertThat(database.number("SELECT COUNT(*) FROM baton_key")).isEqualTo(1);
    assertThat(move().go().moved()).isEqualTo(3);
    assertThat(task(waiting).position().runAt()).isEqualTo(LATER);
    assertThat(task(error).position().status()).isEqualTo(Status.ERROR);
  }

  @Test
  void followingMoveEndsIfAnotherProcessStopsIt() throws Exception {
    CompletableFuture<MoveProgress> following =
        CompletableFuture.supplyAsync(() -> from().batch(1).build().follow(Duration.ofMillis(20)));
    TwTask task = add(TwTask.of("MAIL", "SUBMITTED"));
    Eventually.holds(() -> store.find(task.id()).isPresent());
    move().stop();
    assertThat(following.get(20, TimeUnit.SECONDS).moved()).isEqualTo(1);
  }

  @Test
  void finishedMoveCanNeitherContinueNorBeUndone() throws SQLException {
    add(TwTask.of("MAIL", "SUBMITTED"));
    move().go();
    assertThat(move().noted()).isEqualTo(1);
    move().finish();
    assertThat(move().noted()).isZero();
    assertThatThrownBy(() -> move().go())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("finished");
    assertThatThrownBy(() -> move().undo()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void largePayloadsMoveInSmallerBatches() throws SQLException {
    byte[] large = "a".repeat(7 << 20).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 6; i++) {
      TwTask task = add(TwTask.of("MAIL", "SUBMITTED").next(LATER.plusSeconds(i)));
      tables.payload(task.id(), 0, large);
    }
    assertThat(from().batch(10).build().go().moved()).isEqualTo(6);
  }

  private TwTask add(TwTask task) throws SQLException {
    tables.add(task);
    return task;
  }

  private Move.Builder from() {
    return Move.from(TwTasks.tables(), database.pool()).batch(2);
  }

  private Move move() {
    return from().build();
  }

  private Task task(TwTask task) {
    return store.find(task.id()).orElseThrow();
  }

  private List<String> statuses() throws SQLException {
    String status = database.isPostgres() ? "status" : "CAST(status AS CHAR) AS s";
    String group = database.isPostgres() ? "status" : "s";
    return database.texts(
        "SELECT " + status + ", COUNT(*) FROM tw_task GROUP BY " + group + " ORDER BY " + group);
  }

  private static boolean added(Baton baton, TaskRequest<?, ?> request) {
    return baton.tasks().add(request) instanceof AddResult.Added;
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
      packing.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
