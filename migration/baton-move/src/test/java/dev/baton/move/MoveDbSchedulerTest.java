package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.task.Priority;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.LocalDatabase;
import dev.baton.schedule.Schedule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource(MoveDatabase.SERVERS)
class MoveDbSchedulerTest {
  private static final Instant LATER =
      Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);

  private final LocalDatabase kind;
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final OneTimeTask<String> mail =
      Tasks.oneTime("MAIL", String.class).execute((instance, context) -> ran.add(instance.getId()));
  private final OneTimeTask<String> slow =
      Tasks.oneTime("SLOW", String.class)
          .execute(
              (instance, context) -> {
                ran.add(instance.getId());
                await(released);
              });
  private final RecurringTask<Void> report =
      Tasks.recurring("REPORT", FixedDelay.ofHours(1)).execute((instance, context) -> {});
  private MoveDatabase database;
  private DbSchedulerNode node;
  private Scheduler client;

  MoveDbSchedulerTest(LocalDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void makeTables() throws SQLException {
    database = MoveDatabase.with(kind, "db-scheduler");
    node = new DbSchedulerNode(database.pool());
    client = node.scheduler(mail, slow, report);
  }

  /** The column is an option of db-scheduler, which is off by default. */
  @Test
  void tableWithoutPrioritiesMovesWithDefaultPriority() throws SQLException {
    client.schedule(mail.instanceBuilder("a").data("hello").scheduledTo(LATER));
    client.schedule(mail.instanceBuilder("b").data("hello").scheduledTo(LATER));
    Move move = Move.from(DbScheduler.tables(), database.pool()).build();
    for (int i = 0; i < 10; i++) { // often enough for the driver to use prepared statements
      move.look();
    }
    execute("ALTER TABLE scheduled_tasks DROP COLUMN priority");
    try {
      assertThat(move.look().count(Survey.Fate.TASK)).isEqualTo(2);
      assertThat(move.go()).isEqualTo(new MoveProgress(2, 0, 0, 0));
      assertThat(database.texts("SELECT type, priority FROM baton_task"))
          .containsExactly("MAIL 5", "MAIL 5");
      assertThat(move.undo().moved()).isEqualTo(2);
    } finally {
      execute("ALTER TABLE scheduled_tasks ADD COLUMN priority smallint");
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void rowsOfDbSchedulerMove() throws SQLException {
    client.schedule(
        mail.instanceBuilder("a").data("hello").priority(Priority.HIGH).scheduledTo(LATER));
    client.schedule(mail.instance("b", "due"), Instant.now().minusSeconds(5));
    database.run("UPDATE scheduled_tasks SET consecutive_failures = 3 WHERE task_instance = 'b'");

    assertThat(move().go()).isEqualTo(new MoveProgress(2, 0, 0, 0));

    assertThat(
            database.texts(
                "SELECT type, status, priority, attempts FROM baton_task ORDER BY status"))
        .containsExactly("MAIL 1 1 0", "MAIL 2 5 3");
    assertThat(
            database.texts(
                "SELECT CAST(payload AS CHAR) FROM baton_task WHERE status = 1"
                    .replace(
                        "CAST(payload AS CHAR)",
                        database.isPostgres()
                            ? "convert_from(payload, 'UTF8')"
                            : "CONVERT(payload USING utf8mb4)")))
        .containsExactly("hello");
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(
              baton
                  .tasks()
                  .add(TaskRequest.of(TaskType.of("MAIL")).unique(Unique.whileLive("a")))
                  .toString())
          .contains("AlreadyExists");
    }
  }

  @Test
  void movedRowsStayButNeverRunInDbScheduler() throws Exception {
    client.schedule(mail.instance("a", "x"), Instant.now().minusSeconds(5));
    move().go();

    assertThat(client.scheduleIfNotExists(mail.instance("a", "y"), Instant.now())).isFalse();
    assertThatThrownBy(() -> client.cancel(TaskInstanceId.of("MAIL", "a")))
        .isInstanceOf(TaskInstanceCurrentlyExecutingException.class);
    client.start();
    client.scheduleIfNotExists(mail.instance("b", "x"), Instant.now());
    assertThat(ran.poll(30, TimeUnit.SECONDS)).isEqualTo("b");
    client.stop();
    assertThat(ran).isEmpty();
    assertThat(database.number("SELECT COUNT(*) FROM baton_task")).isEqualTo(1);
  }

  @Test
  void nameIsFreeAfterItsTaskHasEndedInBaton() throws Exception {
    client.schedule(mail.instance("a", "x"), Instant.now());
    move().go();
    try (Baton baton =
        Baton.builder(JdbcStore.of(database.pool()))
            .define(RawDefinition.of("MAIL", attempt -> Outcome.done()))
            .start()) {
      Eventually.holds(() -> database.number("SELECT COUNT(*) FROM baton_task") == 0);
      move().go();
      assertThat(client.scheduleIfNotExists(mail.instance("a", "y"), Instant.now())).isTrue();
      assertThat(move().go().moved()).isEqualTo(1);
      Eventually.holds(() -> database.number("SELECT COUNT(*) FROM baton_task") == 0);
    }
    assertThat(move().undo().moved()).isZero();
  }

  @Test
  void eachTableMovesSeparately() throws SQLException {
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS other_tasks");
      statement.execute("CREATE TABLE other_tasks AS SELECT * FROM scheduled_tasks");
    }
    move().finish();
    Move other = Move.from(DbScheduler.named("other_tasks"), database.pool()).build();
    assertThat(other.go()).isEqualTo(MoveProgress.NONE);
    assertThatThrownBy(() -> move().go()).hasMessageContaining("is finished");
  }

  @Test
  void runningRowsStayUntilDbSchedulerIsStopped() throws Exception {
    client.start();
    client.schedule(slow.instance("a", "x"), Instant.now());
    assertThat(ran.poll(30, TimeUnit.SECONDS)).isEqualTo("a");
    assertThat(move().go().moved()).isZero();
    assertThat(move().look().lines())
        .containsExactly(
            new Survey.Line(
                "SLOW", "PICKED", Survey.Fate.STAYS, "The old engine is running it now", 1));

    // Simulates a crash.
    Move last = Move.from(DbScheduler.tables(), database.pool()).stopped(LostTasks.RESUME).build();
    assertThat(last.go().moved()).isEqualTo(1);
    assertThat(database.texts("SELECT status, losses FROM baton_task")).containsExactly("2 1");
    assertThat(last.undo().moved()).isEqualTo(1);
    released.countDown();
    client.stop();
  }

  @Test
  void returnedRowsRunInDbScheduler() throws Exception {
    client.schedule(mail.instance("a", "x"), Instant.now());
    client.schedule(mail.instance("b", "x"), LATER);
    move().go();
    assertThat(move().undo()).isEqualTo(new MoveProgress(2, 0, 0, 0));
    client.start();
    assertThat(ran.poll(30, TimeUnit.SECONDS)).isEqualTo("a");
    client.stop();
    assertThat(database.number("SELECT COUNT(*) FROM baton_key")).isZero();
    assertThat(client.getScheduledExecutions()).hasSize(1);
    assertThat(client.getScheduledExecutions().get(0).getExecutionTime()).isEqualTo(LATER);
  }

  @Test
  void recurringTaskBecomesScheduleOrRepeatingTask() throws Exception {
    Scheduler starting =
        Scheduler.create(database.pool())
            .startTasks(report)
            .serializer(new DbSchedulerNode.AsText())
            .build();
    starting.start();
    starting.stop();
    Instant next = client.getScheduledExecutions().get(0).getExecutionTime();
    Mapping mapping =
        Mapping.builder()
            .recurring(
                "REPORT",
                old ->
                    Schedule.fixedRate("report", Duration.ofHours(1))
                        .adds(TaskRequest.of(TaskType.of("REPORT"))))
            .build();
    Move move = Move.from(DbScheduler.tables(), database.pool()).mapping(mapping).build();
    assertThat(move.go().moved()).isEqualTo(1);
    try (Baton baton = Baton.builder(JdbcStore.of(database.pool())).client().start()) {
      assertThat(baton.schedules().find("report").orElseThrow().nextTick()).isEqualTo(next);
    }
    // A starting scheduler finds its recurring task in the table.
    Scheduler again =
        Scheduler.create(database.pool())
            .startTasks(report)
            .serializer(new DbSchedulerNode.AsText())
            .build();
    again.start();
    again.stop();
    assertThat(database.texts("SELECT picked_by FROM scheduled_tasks"))
        .containsExactly("baton-move");
    assertThat(move.undo().moved()).isEqualTo(1);
    assertThat(move().go().moved()).isEqualTo(1);
    assertThat(database.texts("SELECT type FROM baton_task")).containsExactly("REPORT");
    move().finish();
    assertThat(database.number("SELECT COUNT(*) FROM scheduled_tasks")).isZero();
  }

  private Move move() {
    return Move.from(DbScheduler.tables(), database.pool()).batch(2).build();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
