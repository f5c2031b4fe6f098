package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that a read of ready tasks in their order stops at its limit. No statistics of a backlog
 * may make the planner read and sort the complete backlog first.
 */
class PostgresStatisticsTest {
  private static final Flow FLOW = new Flow("T", "k");
  private static final int ENOUGH = 200;

  private HikariDataSource pool;
  private TouchedBlocks touched;
  private JdbcTaskStore store;

  @BeforeEach
  void makeTables() throws Exception {
    pool = TestDatabase.POSTGRES.newPool();
    BatonSchema.apply(pool);
    TestDatabase.execute(pool, "ALTER TABLE baton_task SET (autovacuum_enabled = off)");
    store = JdbcTaskStore.of(pool);
    touched = new TouchedBlocks(pool, "baton_task");
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void knownBacklogIsReadOnlyUpToTheLimit() throws Exception {
    fill(50_000, 2);
    TestDatabase.execute(pool, "ANALYZE baton_task");
    noMoreIsReadThanIsWanted();
  }

  /** All tasks ran when the statistics were made, and then many ready tasks came. */
  @Test
  void unknownBacklogIsReadOnlyUpToTheLimit() throws Exception {
    fill(2_000, 3);
    TestDatabase.execute(pool, "ANALYZE baton_task");
    TestDatabase.execute(pool, "DELETE FROM baton_task");
    TestDatabase.execute(pool, "VACUUM baton_task");
    fill(50_000, 2);
    noMoreIsReadThanIsWanted();
  }

  private void noMoreIsReadThanIsWanted() throws Exception {
    Candidate before = new Candidate(new UUID(0, 0), 1, "b", new Flow("S", ""), 9, Instant.EPOCH);
    // A quarter of the tasks is wanted, so four times as many are skipped, plus their pages.
    int most = 6 * ENOUGH;
    assertThat(touched.atMost(most, () -> fetch(Share.WHOLE))).isEqualTo(ENOUGH);
    assertThat(touched.atMost(most, () -> fetch(new Share(1, 4)))).isEqualTo(ENOUGH);
    assertThat(touched.atMost(most, () -> store.scan("b", before, ENOUGH))).hasSize(ENOUGH);
    assertThat(touched.atMost(most, () -> store.firstOfEachFlow("b", before, 1))).hasSize(1);
  }

  private int fetch(Share share) {
    FetchRequest request = new FetchRequest(FLOW, Map.of(), share);
    return store.fetch("b", List.of(request), ENOUGH).size();
  }

  private void fill(int tasks, int status) throws Exception {
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_task (id, owner, version, created_at, run_at, next_event_at, attempts,"
            + " losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key,"
            + " state) SELECT gen_random_uuid(), "
            + (status == 3 ? "gen_random_uuid()" : "NULL")
            + ", 1, now(), now(), now() + interval '1 hour', 0, 0, 3, "
            + status
            + ", 5, 0, false, 'b', 'T', 'k', '' FROM generate_series(1, "
            + tasks
            + ")");
  }
}
