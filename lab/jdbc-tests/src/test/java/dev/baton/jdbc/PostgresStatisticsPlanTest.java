package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.operate.JdbcStatisticsStore;
import dev.baton.jdbc.sql.Database;
import dev.baton.spi.StatisticsStore.Group;
import dev.baton.spi.StatisticsStore.Minute;
import dev.baton.task.Status;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that statistics of 60,000 live tasks and of some days' minutes read no more than necessary.
 * The database itself counts the blocks that a query touches.
 */
@Tag("deep")
class PostgresStatisticsPlanTest {
  private static final long FIRST_MINUTE = 29_000_000;
  private static final int A_FEW = 40;

  private static HikariDataSource pool;
  private static TouchedBlocks touched;
  private static JdbcStatisticsStore store;

  @BeforeAll
  static void fill() throws Exception {
    pool = TestDatabase.POSTGRES.newPool();
    BatonSchema.apply(pool);
    touched = new TouchedBlocks(pool, "baton_task", "baton_statistic");
    store = new JdbcStatisticsStore(Database.of(pool));
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts, losses,"
            + " loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,"
            + " payload) SELECT gen_random_uuid(), 1, now(),"
            + " CASE WHEN status = 4 THEN NULL ELSE now() - n * interval '1 millisecond' END,"
            + " CASE WHEN status = 4 THEN NULL WHEN n % 10000 = 2 THEN now() - interval '1 hour'"
            + " ELSE now() + interval '1 hour' END, 0, 0, 3, status, 5, 0, false, 'b',"
            + " 'T' || n % 20, 'k' || n % 7, '', convert_to(repeat('x', 300), 'UTF8')"
            + " FROM (SELECT n, CASE WHEN n % 3 = 0 THEN 2 WHEN n % 500 = 1 THEN 4 ELSE 1 END"
            + " AS status FROM generate_series(1, 60000) n) s");
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_statistic SELECT "
            + FIRST_MINUTE
            + " + m, '00000000-0000-0000-0000-000000000001'::uuid"
            + ", 1".repeat(45)
            + ", 'b', 'T' || t FROM generate_series(0, 4319) m, generate_series(0, 9) t"
            + " UNION ALL SELECT "
            + FIRST_MINUTE
            + " + m, '00000000-0000-0000-0000-000000000001'::uuid"
            + ", 1".repeat(45)
            + ", 'b', 'RARE' FROM generate_series(70, 4319, 100) m");
    TestDatabase.execute(pool, "VACUUM ANALYZE baton_task, baton_statistic");
  }

  @AfterAll
  static void end() {
    pool.close();
  }

  @Test
  void countingReadsIndexesAndNoRows() throws Exception {
    long pages =
        TestDatabase.number(pool, "SELECT relpages FROM pg_class WHERE relname = 'baton_task'");
    assertThat(pages).isGreaterThan(2_000);
    var counted = touched.atMost(1_000, () -> store.count());
    assertThat(counted.complete()).isTrue();
    assertThat(counted.groups().stream().mapToLong(Group::count).sum()).isEqualTo(60_000);
    assertThat(counted.groups()).filteredOn(g -> g.status() == Status.ERROR).isNotEmpty();
  }

  @Test
  void stuckTasksAreFoundByTheirEventTime() throws Exception {
    Instant before = store.now().minusSeconds(60);
    assertThat(touched.atMost(A_FEW, () -> store.overdue(Status.WAITING, before, 10_001)))
        .hasSize(4);
    assertThat(touched.atMost(A_FEW, () -> store.overdue(Status.RUNNING, before, 10_001)))
        .isEmpty();
  }

  @Test
  void longQueuedTasksAreReadUpToTheBound() throws Exception {
    Instant now = store.now();
    assertThat(touched.atMost(200, () -> store.queued("b", "T3", now, List.of("k0"), 100)))
        .hasSize(100);
    Instant before = now.minusSeconds(3_600);
    assertThat(touched.atMost(A_FEW, () -> store.queued("b", "T3", before, List.of(), 100)))
        .isEmpty();
  }

  @Test
  void oneHourOfSomeDaysIsReadAlone() throws Exception {
    long from = FIRST_MINUTE + 2_000;
    List<Minute> hour = touched.atMost(700, () -> store.kept(from, from + 60, 5, null, null));
    assertThat(hour).hasSize(10 * 12);
    assertThat(hour.get(0).statistics().added()).isEqualTo(5);
    assertThat(touched.atMost(700, () -> store.kept(from, from + 60, 60, "T3", "b"))).hasSize(1);
  }

  @Test
  void daysOfARareTypeAreReadWithoutTheRowsOfOthers() throws Exception {
    assertThat(
            touched.atMost(
                A_FEW * 4, () -> store.kept(FIRST_MINUTE, FIRST_MINUTE + 4_320, 60, "RARE", null)))
        .hasSize(43);
  }
}
