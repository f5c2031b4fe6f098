package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.Cursor;
import dev.baton.operate.IdPrefix;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.spi.FoundTask;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that searches among 200,000 finished tasks, 100,000 more that share rows, and 50,000 live
 * ones read little more than the tasks they return. The database itself counts the blocks that a
 * search touches.
 */
@Tag("deep")
class PostgresSearchPlanTest {
  private static final int PAGE = 50;

  /** Blocks read for a page of scattered rows, each with its way through the index. */
  private static final int A_PAGE = 400;

  private static final UUID CHAIN = new UUID(7, 7);
  private static final TaskFilter ENDED =
      TaskFilter.all().status(Status.DONE, Status.FAILED, Status.CANCELLED);

  private static HikariDataSource pool;
  private static TouchedBlocks touched;
  private static JdbcOperationsStore store;

  @BeforeAll
  static void fill() throws Exception {
    pool = TestDatabase.POSTGRES.newPool();
    BatonSchema.apply(pool);
    touched = new TouchedBlocks(pool, "baton_task", "baton_finished", "baton_shared_row");
    store = new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_finished (id, correlation_id, version, created_at, finished_at,"
            + " keep_until, attempts, losses, status, priority, keyed, bucket, type, flow_key,"
            + " state) SELECT id, CASE WHEN n % 20000 = 1 THEN '"
            + CHAIN
            + "'::uuid ELSE id END, 3, now() - n * interval '1 minute',"
            + " now() - n * interval '1 minute', now() + interval '9 days', 1, 0,"
            + " CASE WHEN n % 20000 = 0 THEN 6 ELSE 5 END, 5, false, 'b', 'T' || n % 20, '', ''"
            + " FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 200000) n) s");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts, losses,"
            + " loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state)"
            + " SELECT gen_random_uuid(), 1, now(), CASE WHEN n % 5000 = 0 THEN NULL ELSE now()"
            + " END, CASE WHEN n % 5000 = 0 THEN NULL ELSE now() + interval '1 hour' END, 0, 0, 3,"
            + " CASE WHEN n % 5000 = 0 THEN 4 ELSE 2 END, n % 10, 0, false, 'b', 'T' || n % 20,"
            + " '', '' FROM generate_series(1, 50000) n");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_shared_row (id, last_id, owner, version, finished_at, keep_until, tasks,"
            + " attempts, status, own_chain, bucket, type, ids, created_at, priority, flow_key,"
            + " state, sub_type, context, traits, payload) SELECT min(id::text)::uuid, max(id::text)::uuid,"
            + " gen_random_uuid(), 3, now() - n * interval '1 minute', now() + interval '9 days',"
            + " 100, 1, 5, false, 'b', 'B' || n % 20, array_agg(id), array_agg(now() - n * interval"
            + " '1 minute'), array_agg(5::smallint), array_agg(''::text), array_agg(''::text),"
            + " array_agg(NULL::text), array_agg(NULL::text), array_agg(NULL::text), array_agg(sha256(id::text::bytea))"
            + " FROM (SELECT n, overlay(gen_random_uuid()::text PLACING left(lpad(to_hex(300000 -"
            + " n), 9, '0'), 8) || '-' || right(to_hex(300000 - n), 1) FROM 1 FOR 10)::uuid AS id"
            + " FROM generate_series(200001, 201000) n, generate_series(1, 100)) s GROUP BY n");
    for (String tasks : List.of("baton_task", "baton_finished", "baton_shared_task")) {
      TestDatabase.execute(
          pool,
          "INSERT INTO baton_label (task_id, added_at, name, text)"
              + " SELECT id, created_at, 'of', 'all' FROM "
              + tasks);
    }
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_label (task_id, added_at, name, text)"
            + " SELECT id, created_at, 'of.few', 'x' FROM baton_finished WHERE status = 6");
    TestDatabase.execute(
        pool, "VACUUM ANALYZE baton_task, baton_finished, baton_shared_row, baton_label");
  }

  @AfterAll
  static void end() {
    pool.close();
  }

  @Test
  void aPageReadsNoMoreThanItsTasksWhereverItBegins() throws Exception {
    Cursor middle = new Cursor(Instant.now().minusSeconds(60L * 100_000), new UUID(0, 0));
    assertThat(page(TaskFilter.all(), null)).hasSize(PAGE);
    assertThat(page(TaskFilter.all().oldestFirst(), null)).hasSize(PAGE);
    assertThat(page(TaskFilter.all(), new Cursor(null, new UUID(1L << 62, 0)))).hasSize(PAGE);
    assertThat(page(ENDED, middle)).hasSize(PAGE);
    assertThat(page(ENDED.oldestFirst(), middle)).hasSize(PAGE);
    assertThat(page(ENDED.type("T7"), middle)).hasSize(PAGE);
    assertThat(page(TaskFilter.all().status(Status.DONE).type("T7"), null)).hasSize(PAGE);
  }

  @Test
  void fewAmongManyAreFoundAtOnce() throws Exception {
    assertThat(page(TaskFilter.all().status(Status.ERROR), null)).hasSize(10);
    assertThat(page(TaskFilter.all().status(Status.FAILED), null)).hasSize(10);
    assertThat(page(TaskFilter.all().status(Status.FAILED).type("T0"), null)).hasSize(10);
    assertThat(page(TaskFilter.all().status(Status.FAILED).type("T1"), null)).isEmpty();
    assertThat(page(ENDED.correlation(CHAIN), null)).hasSize(10);
    UUID one = page(ENDED, null).get(0).id();
    assertThat(page(TaskFilter.all().ids(Set.of(one, CHAIN)), null)).hasSize(1);
  }

  @Test
  void tasksAreFoundByALabelThatFewHaveAndByOneThatAllHave() throws Exception {
    Cursor middle = new Cursor(Instant.now().minusSeconds(60L * 100_000), new UUID(0, 0));
    TaskFilter few = TaskFilter.all().label("of.few", "x");
    assertThat(page(few, null)).hasSize(10);
    assertThat(page(few.status(Status.FAILED).type("T0"), null)).hasSize(10);
    assertThat(page(few.status(Status.DONE), null)).isEmpty();
    assertThat(page(TaskFilter.all().label("of", "nobody"), null)).isEmpty();
    TaskFilter all = TaskFilter.all().label("of", "all");
    assertThat(afterAWalk(all)).hasSize(PAGE);
    assertThat(page(ENDED.label("of", "all"), middle)).hasSize(PAGE);
    assertThat(page(all.status(Status.FAILED), null)).hasSize(10);
  }

  @Test
  void tasksThatShareRowsAreFoundByPagesAndIds() throws Exception {
    Cursor middle = new Cursor(Instant.now().minusSeconds(60L * 200_500), new UUID(0, 0));
    assertThat(page(ENDED, middle)).hasSize(PAGE);
    assertThat(page(ENDED.oldestFirst(), middle)).hasSize(PAGE);
    List<FoundTask> some = page(ENDED.type("B7").oldestFirst(), null);
    assertThat(some).hasSize(PAGE);
    Set<UUID> two = Set.of(some.get(7).id(), some.get(8).id());
    assertThat(page(TaskFilter.all().ids(two), null)).hasSize(2);
    assertThat(page(ENDED.correlation(some.get(9).id()), null)).hasSize(1);
    JdbcTaskStore tasks = JdbcTaskStore.of(pool);
    assertThat(touched.atMost(20, () -> tasks.findFinished(some.get(10).id()))).isPresent();
    assertThat(touched.atMost(40, () -> tasks.liveAndFinished(two)).finished()).hasSize(2);
  }

  @Test
  void rareLiveTasksAreFoundByTheirCommonFields() throws Exception {
    TaskFilter live =
        TaskFilter.all().status(Status.WAITING, Status.READY, Status.RUNNING, Status.ERROR);
    assertThat(afterAWalk(live.type("NONE"))).isEmpty();
    assertThat(afterAWalk(live.type("T0").bucket("NONE"))).isEmpty();
    assertThat(afterAWalk(TaskFilter.all().status(Status.RUNNING).key("NONE"))).isEmpty();
    TimeRange tomorrow = TimeRange.since(Instant.now().plusSeconds(86_400));
    assertThat(afterAWalk(TaskFilter.all().status(Status.WAITING).runAt(tomorrow))).isEmpty();
  }

  /**
   * Returns the tasks found in a walk, which checks 500 tasks through the index before it gives up.
   */
  private static List<FoundTask> afterAWalk(TaskFilter filter) throws Exception {
    return touched.atMost(5_500 + A_PAGE, () -> store.find(filter, null, PAGE));
  }

  @Test
  void aTimeOfFinishingOrAddingBoundsWhatIsRead() throws Exception {
    Instant hoursAgo = Instant.now().minusSeconds(60L * 600 + 30);
    TimeRange range = TimeRange.between(hoursAgo, hoursAgo.plusSeconds(1_200));
    assertThat(page(ENDED.type("T7").finished(range), null)).hasSize(1);
    assertThat(page(ENDED.finished(range), null)).hasSize(20);
    // No task has the key, so everything since then is read, and nothing older.
    TimeRange since = TimeRange.since(Instant.now().minusSeconds(60L * 100 + 30));
    assertThat(page(ENDED.created(since).key("nobody"), null)).isEmpty();
  }

  @Test
  void tasksBeforeATaskAreCountedUpToTheBound() throws Exception {
    Candidate last = new Candidate(new UUID(0, 0), 1, "b", new Flow("T7", ""), 9, Instant.now());
    assertThat(touched.atMost(1_500, () -> store.ahead(last, 1_000))).isEqualTo(1_000);
    Candidate first = new Candidate(new UUID(0, 0), 1, "b", new Flow("T7", ""), 0, Instant.EPOCH);
    assertThat(touched.atMost(50, () -> store.ahead(first, 1_000))).isZero();
  }

  /** Prints the time without a limit, because other programs may use this machine. */
  @Test
  void shortIdOfALiveOrFinishedTaskIsFoundByTheIndex() throws Exception {
    for (TaskFilter some : List.of(TaskFilter.all().status(Status.READY), ENDED)) {
      UUID id = page(some, null).get(10).id();
      IdPrefix prefix = new IdPrefix(IdPrefix.shortForm(id));
      long beganNanos = System.nanoTime();
      assertThat(store.idsBetween(prefix.first(), prefix.last(), 11)).contains(id);
      System.out.println(
          "A short id is found in "
              + Duration.ofNanos(System.nanoTime() - beganNanos).toMillis()
              + " ms");
      assertThat(touched.atMost(40, () -> store.idsBetween(prefix.first(), prefix.last(), 11)))
          .hasSizeBetween(1, 11);
    }
  }

  private static List<FoundTask> page(TaskFilter filter, Cursor after) throws Exception {
    return touched.atMost(A_PAGE, () -> store.find(filter, after, PAGE));
  }
}
