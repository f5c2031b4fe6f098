package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.local.LocalDatabase;
import dev.baton.move.TwTasksTables.TwTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node of an old engine, a node of Baton and a move run at the same time. The test kills their
 * processes, not only threads. Each task's effect must happen once. {@code
 * -Dbaton.move.rows=100000} runs the long form.
 */
@Tag("deep")
@ParameterizedClass
@MethodSource("databases")
class MoveUnderKillsTest {
  private static final int ROWS = Integer.getInteger("baton.move.rows", 300);
  private static final int KILLS = Integer.getInteger("baton.move.kills", ROWS > 10_000 ? 30 : 2);

  private final LocalDatabase kind;
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private final Random random = new Random(36);
  private MoveDatabase database;

  MoveUnderKillsTest(LocalDatabase kind) {
    this.kind = kind;
  }

  /** The short form runs on one database. */
  static Stream<LocalDatabase> databases() {
    return MoveDatabase.servers().limit(ROWS > 10_000 ? 2 : 1);
  }

  @AfterEach
  void endProcesses() {
    processes.values().forEach(Process::destroyForcibly);
  }

  @Test
  void eachTaskOfTwTasksHasItsEffectOnce() throws Exception {
    database = MoveDatabase.with(kind, "twtasks");
    start("twtasks");
    run(
        "twtasks",
        List.of("old", "move", "baton"),
        "SELECT COUNT(*) FROM tw_task WHERE status <> 'DONE'",
        this::addToTwTasks);
  }

  private void addToTwTasks(int rows) throws Exception {
    TwTasksTables tables = new TwTasksTables(database.pool(), database.isPostgres());
    Instant now = Instant.now();
    for (int from = 0; from < rows; from += 500) {
      List<TwTask> page = new ArrayList<>();
      for (int i = from; i < Math.min(rows, from + 500); i++) {
        boolean isDelayed = i % 3 == 0;
        page.add(
            TwTask.of("EFFECT", isDelayed ? "WAITING" : "SUBMITTED")
                .next(isDelayed ? now.plusMillis(random.nextInt(2_000)) : now.plusSeconds(600))
                .priority(i % 10));
      }
      tables.add(page, task -> task.id().toString());
    }
  }

  /** The db-scheduler node isn't killed, because db-scheduler's own effects would happen again. */
  @Test
  void eachTaskOfDbSchedulerHasItsEffectOnce() throws Exception {
    database = MoveDatabase.with(kind, "db-scheduler");
    start("db-scheduler");
    DbSchedulerNode node = new DbSchedulerNode(database.pool());
    run(
        "db-scheduler",
        List.of("move", "baton"),
        "SELECT COUNT(*) FROM scheduled_tasks WHERE picked = FALSE OR picked_by <> 'baton-move'",
        rows -> node.add(rows, random));
    // The move removes the rows of tasks that have ended in Baton.
    Eventually.holds(() -> database.number("SELECT COUNT(*) FROM scheduled_tasks") == 0);
  }

  /** The node of the old engine isn't killed, because its effects would happen again. */
  @Test
  void eachTriggerOfQuartzHasItsEffectOnce() throws Exception {
    database = MoveDatabase.with(kind, "quartz");
    database.run(
        "CREATE TABLE IF NOT EXISTS effect (task varchar(60) NOT NULL, engine varchar(20) NOT"
            + " NULL)");
    start("quartz");
    QuartzNode node = new QuartzNode(database.pool());
    run(
        "quartz",
        List.of("move", "baton"),
        "SELECT COUNT(*) FROM QRTZ_TRIGGERS WHERE TRIGGER_STATE <> 'MOVED'",
        rows -> node.add(rows, random));
    becomesEmpty("QRTZ_JOB_DETAILS");
  }

  /** Rows of ended tasks are removed in batches, so each minute fewer rows exist. */
  private void becomesEmpty(String table) throws Exception {
    String count = "SELECT COUNT(*) FROM " + table;
    for (long rows = database.number(count); rows > 0; rows = database.number(count)) {
      long before = rows;
      Eventually.holds(() -> database.number(count) < before);
    }
  }

  /** The node of the old engine isn't killed, because its effects would happen again. */
  @Test
  void eachJobOfJobRunrHasItsEffectOnce() throws Exception {
    database = MoveDatabase.with(kind, "jobrunr");
    JobRunrNode node = new JobRunrNode(database.pool());
    node.add(0, random); // makes its tables
    start("jobrunr");
    run(
        "jobrunr",
        List.of("move", "baton"),
        "SELECT COUNT(*) FROM jobrunr_jobs WHERE state NOT IN ('SUCCEEDED', 'DELETED')",
        rows -> node.add(rows, random));
  }

  private void start(String engine) throws Exception {
    for (String role : List.of("old", "move", "baton")) {
      processes.put(role, MoveChild.start(database.address(), role, engine));
    }
  }

  private interface Adding {
    void add(int rows) throws Exception;
  }

  /** Otherwise the old node might finish everything before the others begin. */
  private void awaitAll() throws Exception {
    Eventually.holds(
        () ->
            database.tables().contains("baton_moved")
                && database.number("SELECT COUNT(*) FROM baton_node") > 0);
  }

  /**
   * Adds a share of the rows, kills once most of them had their effect, and so on: however quick an
   * engine is, and however slowly a process starts, there is something left to do after each kill.
   * If the old node has finished everything, it adds more. The long form has a backlog, so it adds
   * all rows at once.
   */
  private void run(String engine, List<String> roles, String unfinished, Adding rows)
      throws Exception {
    awaitAll();
    int share = ROWS > 10_000 ? ROWS : (ROWS + KILLS) / (KILLS + 1);
    int added = 0;
    int killed = 0;
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(ROWS > 10_000 ? 60 : 4);
    int next = ROWS / (KILLS + 2);
    long open = 0;
    while (added < ROWS || open > 0 || effectsOfBaton() == 0) {
      assertThat(System.nanoTime()).as("all tasks end in time").isLessThan(end);
      if (added < ROWS ? added <= killed * share : open == 0) {
        int some = added < ROWS ? Math.min(share, ROWS - added) : share;
        rows.add(some);
        added += some;
      }
      if (killed < KILLS && database.number("SELECT COUNT(*) FROM effect") > next * (killed + 1)) {
        String role = roles.get((roles.indexOf("move") + killed) % roles.size());
        processes.get(role).destroyForcibly().waitFor();
        processes.put(role, MoveChild.start(database.address(), role, engine));
        killed++;
      }
      Thread.sleep(50);
      open = database.number(unfinished) + database.number("SELECT COUNT(*) FROM baton_task");
    }
    long effects = database.number("SELECT COUNT(*) FROM effect");
    long distinct = database.number("SELECT COUNT(DISTINCT task) FROM effect");
    System.out.printf(
        "%s on %s: %d rows, %d kills, %d lost, %d doubled, %s%n",
        engine,
        kind,
        added,
        killed,
        added - distinct,
        effects - distinct,
        database.texts("SELECT engine, COUNT(*) FROM effect GROUP BY engine ORDER BY engine"));
    assertThat(effects).isEqualTo(added);
    assertThat(distinct).isEqualTo(added);
    assertThat(killed).isEqualTo(KILLS);
  }

  private long effectsOfBaton() throws Exception {
    return database.number("SELECT COUNT(*) FROM effect WHERE engine = 'baton'");
  }
}
