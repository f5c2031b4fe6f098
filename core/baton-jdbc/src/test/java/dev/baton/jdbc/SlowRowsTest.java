package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.Outcome;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.hook.TaskEvent;
import dev.baton.api.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.task.Rule;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A database that takes 5 ms for each row that is written, and gives a statement a second, less than
 * a whole batch needs: each verb goes on in smaller parts.
 */
@ParameterizedClass
@MethodSource("databases")
class SlowRowsTest extends BrokenRows {
  private static final int TASKS = 1_000;
  private static final int RUNNING = 300;

  private final TestDatabase database;
  /** The test's own, without a limit. */
  private final HikariDataSource pool;

  private final HikariDataSource limited;
  private final ConcurrentLinkedQueue<TaskEvent> lost = new ConcurrentLinkedQueue<>();

  SlowRowsTest(TestDatabase database) throws SQLException {
    this.database = database;
    DatabaseAddress address = database.newAddress();
    HikariConfig config = TestDatabase.config(address, "");
    config.setConnectionInitSql(
        database == TestDatabase.POSTGRES
            ? "SET statement_timeout = 1000"
            : "SET SESSION max_statement_time = 1");
    this.limited = new HikariDataSource(config);
    this.pool = TestDatabase.pool(address);
    BatonSchema.apply(pool);
  }

  /** H2 has no such triggers in SQL. */
  static Stream<TestDatabase> databases() {
    return TestDatabase.chosen().filter(database -> database != TestDatabase.H2);
  }

  @AfterEach
  void close() {
    limited.close();
    pool.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ready", "due", "lapsed"})
  void eachTaskRuns(String kind) throws Exception {
    try (Baton client = JdbcBaton.on(pool).settings(QUICK).client().start()) {
      client.tasks().addAll(requests(TASKS));
    }
    TestDatabase.execute(
        pool,
        switch (kind) {
          case "due" -> "UPDATE baton_task SET status = 1, next_event_at = run_at";
          case "lapsed" ->
              "UPDATE baton_task SET status = 3, owner = id, version = 2, attempts = 1,"
                  + " loss_limit = 3, next_event_at = run_at";
          default -> "UPDATE baton_task SET attempts = 0";
        });
    slowDown();
    TaskDefinition runs =
        TaskDefinition.of("T", attempt -> Outcome.done())
            .concurrency(Limit.none())
            .keepDone(Duration.ZERO);
    try (Baton node =
        JdbcBaton.on(limited).settings(QUICK).listener(this::note).define(runs).start()) {
      await(pool, "SELECT count(*) FROM baton_task", 0);
    }
    assertThat(lost).hasSize(kind.equals("lapsed") ? TASKS : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = RUNNING)
  void aHealthyNodeLosesNoneOfWhatItRuns(int running) throws Exception {
    slowDown();
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    ConcurrentLinkedQueue<Object> starts = new ConcurrentLinkedQueue<>();
    TaskDefinition runs =
        TaskDefinition.async(
                "T",
                attempt -> {
                  starts.add(attempt.taskId());
                  return end;
                })
            .concurrency(Limit.none())
            .keepDone(Duration.ZERO);
    try (Baton node =
        JdbcBaton.on(limited)
            .settings(QUICK.lease(Duration.ofSeconds(30)))
            .listener(this::note)
            .define(runs)
            .start()) {
      node.tasks().addAll(requests(running));
      await(pool, "SELECT count(*) FROM baton_task WHERE status = 3", running);
      String first = database == TestDatabase.POSTGRES ? "now()" : "UTC_TIMESTAMP(6)";
      TestDatabase.execute(pool, "CREATE TABLE mark (at_time TIMESTAMP NULL)");
      TestDatabase.execute(pool, "INSERT INTO mark VALUES (" + first + ")");
      // Until each lease was renewed more than twice since.
      await(
          pool,
          "SELECT count(*) FROM baton_task, mark WHERE next_event_at > at_time + INTERVAL "
              + (database == TestDatabase.POSTGRES ? "'45 seconds'" : "45 SECOND"),
          running);
      assertThat(starts).hasSize(running);
      end.complete(Outcome.done());
      await(pool, "SELECT count(*) FROM baton_task", 0);
    }
    assertThat(lost).isEmpty();
    assertThat(starts).hasSize(running);
  }

  private static List<TaskRequest> requests(int count) {
    List<TaskRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(TaskRequest.of("T").withoutLocalDispatch());
    }
    return requests;
  }

  private void slowDown() throws SQLException {
    if (database == TestDatabase.POSTGRES) {
      TestDatabase.execute(
          pool,
          "CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " PERFORM pg_sleep(0.005); RETURN NEW; END $$");
      TestDatabase.execute(
          pool,
          "CREATE TRIGGER slow BEFORE UPDATE ON baton_task FOR EACH ROW EXECUTE FUNCTION"
              + " be_slow()");
    } else {
      TestDatabase.execute(
          pool,
          "CREATE TRIGGER slow BEFORE UPDATE ON baton_task FOR EACH ROW SET @slow = SLEEP(0.005)");
    }
  }

  private void note(TaskEvent event) {
    boolean resumed = event instanceof TaskEvent.Swept swept && swept.rule() == Rule.LOST;
    if (resumed || event instanceof TaskEvent.LeaseLost) {
      lost.add(event);
    }
  }
}
