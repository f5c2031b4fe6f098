package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.operate.JdbcOperationsStore;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.Cursor;
import dev.baton.operate.IdPrefix;
import dev.baton.operate.Page;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.spi.FoundTask;
import dev.baton.spi.OperatorRequest;
import dev.baton.task.Flow;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that operators' queries on MariaDB read little more than they return, among 60,000 finished
 * tasks and 40,000 live ones: no query reads or sorts a whole table.
 */
@Tag("deep")
class MariaDbSearchPlanTest {
  private static final int PAGE = 50;

  /** Rows read for a page with its labels, including the way to it. */
  private static final int A_PAGE = 250;

  /** Rows read for a walk, which checks 500 tasks twice before it gives up. */
  private static final int A_WALK = 1_200;

  private static final UUID CHAIN = new UUID(7, 7);
  private static final TaskFilter ENDED =
      TaskFilter.all().status(Status.DONE, Status.FAILED, Status.CANCELLED);
  private static final TaskFilter LIVE =
      TaskFilter.all()
          .status(Status.BLOCKED, Status.WAITING, Status.READY, Status.RUNNING, Status.ERROR);

  private static HikariDataSource pool;
  private static ReadRows read;
  private static JdbcOperationsStore store;
  private static JdbcStatisticsStore statistics;

  @BeforeAll
  static void fill() throws Exception {
    pool = TestDatabase.MARIADB.newPool();
    // One connection, because rows are counted for each session.
    pool.setMaximumPoolSize(1);
    BatonSchema.apply(pool);
    read = new ReadRows(pool);
    store = new JdbcOperationsStore(Database.of(pool), JdbcTaskStore.of(pool));
    statistics = new JdbcStatisticsStore(Database.of(pool));
    // The oldest tasks wait or are in ERROR, as if a backlog came later.
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_task (id, owner, version, created_at, run_at, next_event_at, attempts,"
            + " losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key,"
            + " state) SELECT UNHEX(LPAD(HEX(seq + 1000000), 32, '0')),"
            + " IF(status = 3, UNHEX(LPAD(HEX(seq), 32, '0')), NULL), 1,"
            + " UTC_TIMESTAMP(6) - INTERVAL 40000 - seq SECOND,"
            + " IF(status = 4, NULL, UTC_TIMESTAMP(6) - INTERVAL 40000 - seq SECOND),"
            + " IF(status IN (0, 4), NULL, UTC_TIMESTAMP(6) + INTERVAL seq + 60 SECOND), 0, 0, 3,"
            + " status, seq % 10, 0, FALSE, 'b', CONCAT('T', seq % 20), '', ''"
            + " FROM (SELECT seq, CASE WHEN seq <= 10 THEN 4 WHEN seq <= 1000 THEN 1"
            + " WHEN seq <= 1010 THEN 0 WHEN seq % 1000 = 0 THEN 3 ELSE 2 END AS status"
            + " FROM seq_1_to_40000) s");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_finished (id, correlation_id, version, created_at, finished_at,"
            + " keep_until, attempts, losses, status, priority, keyed, bucket, type, flow_key,"
            + " state) SELECT UNHEX(LPAD(HEX(seq), 32, '0')),"
            + " IF(seq % 6000 = 1, UNHEX(REPLACE('"
            + CHAIN
            + "', '-', '')), NULL), 3, UTC_TIMESTAMP(6) - INTERVAL seq MINUTE, UTC_TIMESTAMP(6) -"
            + " INTERVAL seq MINUTE, UTC_TIMESTAMP(6) + INTERVAL 9 DAY, 1, 0, IF(seq % 6000 = 0, 6,"
            + " IF(seq % 6000 = 7, 7, 5)), 5, FALSE, 'b', CONCAT('T', seq % 20), '', '' FROM"
            + " seq_1_to_60000");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_label (task_id, added_at, name, text)"
            + " SELECT id, created_at, 'of.few', 'x' FROM baton_finished WHERE status = 6");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_attempt (task_id, ended_at, number, outcome, error) SELECT id,"
            + " created_at, 1, 2, 'no answer' FROM baton_finished WHERE finished_at >"
            + " UTC_TIMESTAMP(6) - INTERVAL 20000 MINUTE");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_audit (written_at, id, task_id, actor, action) SELECT created_at, id,"
            + " id, 'person', 'RETRY' FROM baton_finished WHERE finished_at > UTC_TIMESTAMP(6) -"
            + " INTERVAL 20000 MINUTE");
    TestDatabase.execute(
        pool, "ANALYZE TABLE baton_task, baton_finished, baton_label, baton_attempt, baton_audit");
  }

  @AfterAll
  static void end() {
    pool.close();
  }

  @Test
  void aPageReadsNoMoreThanItsTasksWhereverItBegins() throws Exception {
    Cursor middle = new Cursor(Instant.now().minusSeconds(60L * 30_000), new UUID(0, 0));
    assertThat(page(TaskFilter.all(), null)).hasSize(PAGE);
    assertThat(page(TaskFilter.all().oldestFirst(), null)).hasSize(PAGE);
    assertThat(page(TaskFilter.all(), new Cursor(null, new UUID(0, 1_020_000)))).hasSize(PAGE);
    assertThat(page(ENDED, middle)).hasSize(PAGE);
    assertThat(page(ENDED.oldestFirst(), middle)).hasSize(PAGE);
    assertThat(page(ENDED.type("T7"), middle)).hasSize(PAGE);
    assertThat(page(TaskFilter.all().status(Status.DONE).type("T7"), null)).hasSize(PAGE);
  }

  @Test
  void eachStatusIsListedFromBothEnds() throws Exception {
    for (TaskFilter order : List.of(TaskFilter.all(), TaskFilter.all().oldestFirst())) {
      for (Status status : Status.values()) {
        TaskFilter filter = order.status(status);
        // Tasks that no index lists are counted first, up to 5,000 of them.
        assertThat(read.atMost(15_000, () -> store.find(filter, null, PAGE)))
            .as(filter.toString())
            .hasSizeGreaterThanOrEqualTo(10);
      }
      assertThat(page(order.status(Status.ERROR, Status.FAILED), null)).hasSize(20);
    }
  }

  @Test
  void fewAmongManyAreFoundAtOnce() throws Exception {
    assertThat(page(TaskFilter.all().status(Status.FAILED).type("T0"), null)).hasSize(10);
    assertThat(page(ENDED.correlation(CHAIN), null)).hasSize(10);
    UUID one = page(ENDED, null).get(0).id();
    assertThat(page(TaskFilter.all().ids(Set.of(one, CHAIN)), null)).hasSize(1);
    assertThat(page(TaskFilter.all().label("of.few", "x"), null)).hasSize(10);
    assertThat(page(TaskFilter.all().label("of.few", "nobody"), null)).isEmpty();
  }

  @Test
  void rareLiveTasksAreFoundByTheirCommonFields() throws Exception {
    assertThat(afterAWalk(LIVE.type("NONE"))).isEmpty();
    assertThat(afterAWalk(LIVE.type("T0").bucket("NONE"))).isEmpty();
    assertThat(afterAWalk(LIVE.bucket("NONE"))).isEmpty();
    assertThat(afterAWalk(TaskFilter.all().status(Status.RUNNING).key("NONE"))).isEmpty();
    TimeRange tomorrow = TimeRange.since(Instant.now().plusSeconds(86_400));
    assertThat(afterAWalk(TaskFilter.all().status(Status.WAITING).runAt(tomorrow))).isEmpty();
  }

  @Test
  void searchWithoutAnIndexReadsPartOfTheTasks() throws Exception {
    Instant future = Instant.now().plusSeconds(86_400);
    for (TaskFilter filter :
        List.of(
            LIVE.correlation(CHAIN),
            LIVE.parent(CHAIN),
            LIVE.subType("NONE"),
            LIVE.created(TimeRange.since(future)),
            LIVE.runAt(TimeRange.since(future)))) {
      assertThat(atASlowHour(filter).next()).as(filter.toString()).isPresent();
    }
  }

  @Test
  void aTimeOfFinishingBoundsWhatIsRead() throws Exception {
    Instant hoursAgo = Instant.now().minusSeconds(60L * 600 + 30);
    TimeRange range = TimeRange.between(hoursAgo, hoursAgo.plusSeconds(1_200));
    assertThat(page(ENDED.type("T7").finished(range), null)).hasSize(1);
    assertThat(page(ENDED.finished(range), null)).hasSize(20);
  }

  @Test
  void taskItsAttemptsAndItsAuditAreFoundByItsId() throws Exception {
    UUID one = new UUID(0, 7);
    assertThat(read.atMost(A_PAGE, () -> store.attempts(one, PAGE))).isNotEmpty();
    assertThat(read.atMost(A_PAGE, () -> store.latestErrors(Set.of(one)))).hasSize(1);
    assertThat(read.atMost(A_PAGE, () -> store.waiters(one, PAGE))).isEmpty();
    AuditFilter all = AuditFilter.all();
    assertThat(read.atMost(A_PAGE, () -> store.audit(all, null, PAGE))).hasSize(PAGE);
    assertThat(read.atMost(A_PAGE, () -> store.audit(all.task(one), null, PAGE))).hasSize(1);
    Cursor middle = new Cursor(Instant.now().minusSeconds(60L * 10_000), new UUID(0, 0));
    assertThat(read.atMost(A_PAGE, () -> store.audit(all, middle, PAGE))).hasSize(PAGE);
  }

  @Test
  void tasksBeforeATaskAreCountedUpToTheBound() throws Exception {
    Candidate last = new Candidate(new UUID(0, 0), 1, "b", new Flow("T7", ""), 9, Instant.now());
    assertThat(read.atMost(2_400, () -> store.ahead(last, 1_000))).isEqualTo(1_000);
  }

  @Test
  void stuckTasksAreFoundByTheirEventTime() throws Exception {
    Instant now = Instant.now();
    for (Status status : List.of(Status.RUNNING, Status.WAITING)) {
      assertThat(read.atMost(A_PAGE, () -> statistics.overdue(status, now, 10_001))).isEmpty();
    }
    assertThat(read.atMost(300, () -> statistics.queued("b", "T3", now, List.of(), 100)))
        .hasSize(100);
    // Tasks that are read and then counted; each is passed on once.
    assertThat(read.atMost(1_700, () -> statistics.retried(1, 400).tasks())).isEmpty();
  }

  /** Returns a page when each read of the clock returns a second more. */
  private static Page<FoundTask> atASlowHour(TaskFilter filter) throws Exception {
    AtomicLong clock = new AtomicLong();
    return read.atMost(
        3 * A_WALK,
        () ->
            OperatorRequest.within(
                () -> clock.addAndGet(1_000_000_000L),
                Duration.ofHours(1),
                () -> store.page(filter, null, PAGE)));
  }

  private static List<FoundTask> afterAWalk(TaskFilter filter) throws Exception {
    return read.atMost(A_WALK, () -> store.find(filter, null, PAGE));
  }

  /** Prints the time without a limit, because other programs may use this machine. */
  @Test
  void shortIdOfALiveOrFinishedTaskIsFoundByTheIndex() throws Exception {
    // The ids of these tasks differ only in their last digits.
    for (UUID id : List.of(new UUID(0, 1_020_000), new UUID(0, 30_000))) {
      IdPrefix prefix = new IdPrefix(id.toString().substring(0, 35));
      long beganNanos = System.nanoTime();
      assertThat(store.idsBetween(prefix.first(), prefix.last(), 20)).contains(id);
      System.out.println(
          "A short id is found in "
              + Duration.ofNanos(System.nanoTime() - beganNanos).toMillis()
              + " ms");
      assertThat(read.atMost(60, () -> store.idsBetween(prefix.first(), prefix.last(), 20)))
          .hasSizeBetween(1, 20);
    }
  }

  private static List<FoundTask> page(TaskFilter filter, Cursor after) throws Exception {
    return read.atMost(A_PAGE, () -> store.find(filter, after, PAGE));
  }
}
