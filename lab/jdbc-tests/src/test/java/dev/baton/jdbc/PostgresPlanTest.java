package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.spi.LimitStore.LimitedClaim;
import dev.baton.spi.LimitStore.LimitedRequest;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.ReadyTasks.ReadyPlace;
import dev.baton.spi.core.ReadyTasks.Share;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.spi.core.TaskSweeps.SweepPlace;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.Bytes;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Permit;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NodeStart;
import dev.baton.task.rule.Transition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests the store's statements on a table that was empty when they were planned and is full when
 * they run: 100,000 live tasks, as many dead rows, statistics of the empty table, and an old
 * snapshot that keeps the dead rows. The database itself counts the blocks that a statement
 * touches.
 */
class PostgresPlanTest {
  private static final int LIVE = 100_000;
  private static final Duration LEASE = Duration.ofMinutes(5);

  private static HikariDataSource pool;
  private static Connection oldSnapshot;
  private static JdbcTaskStore store;

  @BeforeAll
  static void fillATableThatWasPlannedEmpty() throws Exception {
    pool = TestDatabase.POSTGRES.newPool();
    BatonSchema.apply(pool);
    TestDatabase.execute(pool, "ALTER TABLE baton_task SET (autovacuum_enabled = off)");
    TestDatabase.execute(pool, "VACUUM ANALYZE baton_task");
    store = JdbcTaskStore.of(pool);
    // Every statement has run on the empty table more often than any plan cache waits for.
    for (int i = 0; i < 10; i++) {
      everyVerb();
    }
    oldSnapshot = pool.getConnection();
    oldSnapshot.setAutoCommit(false);
    oldSnapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = oldSnapshot.createStatement()) {
      statement.execute("SELECT count(*) FROM baton_task");
    }
    fill("DEAD", "2");
    TestDatabase.execute(pool, "DELETE FROM baton_task");
    fill("LIVE", "2");
    fill("DUE", "1");
    TestDatabase.execute(
        pool,
        "UPDATE baton_task SET type = 'DEAD' WHERE id IN (SELECT id FROM baton_task"
            + " WHERE type = 'LIVE' AND flow_key = 'k1' LIMIT 100)");
  }

  @AfterAll
  static void letTheSnapshotGo() throws SQLException {
    oldSnapshot.rollback();
    oldSnapshot.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    oldSnapshot.close();
    pool.close();
  }

  @Test
  void noCallReadsMoreThanItsTasksAndTheirNeighbours() throws Exception {
    List<FetchRequest> flows = List.of(all("LIVE", "k1"), all("LIVE", "k2"));
    List<Candidate> ready = touching(1_500, () -> store.fetch("b", flows, 100));
    assertThat(ready).hasSize(200);
    Candidate before =
        new Candidate(new UUID(0, 0), 1, "b", new Flow("LIVE", ""), 9, Instant.EPOCH);
    assertThat(touching(500, () -> store.firstOfEachFlow("b", before, 10))).hasSize(10);
    assertThat(touching(500, () -> store.scan("b", before, 100))).hasSize(100);
    NodeStart node = new NodeStart(42);
    List<ClaimRequest> alike =
        ready.stream().map(c -> new ClaimRequest(c.id(), c.version(), 3)).toList();
    assertThat(touching(200, () -> store.claim(node.owner(0), LEASE, alike.subList(0, 1))))
        .hasSize(1);
    List<Task> held =
        new ArrayList<>(
            touching(6_000, () -> store.claim(node.owner(1), LEASE, alike.subList(1, 150))));
    assertThat(held).hasSize(149);
    List<ClaimRequest> mixed =
        alike.subList(150, 200).stream()
            .map(c -> new ClaimRequest(c.id(), c.version(), c.id().hashCode() & 7))
            .toList();
    held.addAll(touching(2_000, () -> store.claim(node.owner(1), LEASE, mixed)));
    assertThat(held).hasSize(199);
    List<ClaimFence> fences =
        held.stream()
            .limit(99)
            .map(t -> new ClaimFence(t.id(), t.position().version(), node.owner(1)))
            .toList();
    assertThat(touching(1_000, () -> store.confirm(fences))).hasSize(99);
    assertThat(touching(6_000, () -> store.renew(LEASE, fences)).renewed()).hasSize(99);
    assertThat(touching(3_000, () -> store.heldBy(node, null, 100))).hasSize(100);
    List<Transition> done =
        held.subList(0, 150).stream().map(t -> HolderRules.done(t, null, Duration.ZERO)).toList();
    assertThat(touching(3_000, () -> store.tryApply(done))).containsOnly(Verdict.APPLIED);
    List<Transition> kept =
        held.subList(150, 175).stream()
            .map(t -> HolderRules.done(t, null, Duration.ofDays(1)))
            .toList();
    assertThat(touching(3_000, () -> store.tryApply(kept))).containsOnly(Verdict.APPLIED);
    List<Transition> telling =
        held.subList(175, 199).stream()
            .map(t -> HolderRules.done(t, Bytes.of("r"), Duration.ofDays(1)))
            .toList();
    assertThat(touching(3_000, () -> store.tryApply(telling))).containsOnly(Verdict.APPLIED);
    assertThat(touching(6_000, () -> store.due(Duration.ofMinutes(1), 50))).hasSize(50);
    assertThat(touching(200, () -> store.find(held.get(0).id()))).isEmpty();
  }

  @Test
  void aClaimWithinLimitsReadsItsTasksAndTheHoldersOfItsSlots() throws Exception {
    Permit slot = new Permit.Slot("L", "", 50);
    Permit rate = new Permit.Rate("R", "", 1, 1_000, 1);
    List<LimitedRequest> requests =
        store.fetch("b", List.of(all("LIVE", "k5")), 60).stream()
            .map(c -> new ClaimRequest(c.id(), c.version(), 3))
            .map(request -> new LimitedRequest(request, List.of(slot, rate)))
            .toList();
    assertThat(requests).hasSize(60);
    NodeStart node = new NodeStart(43);
    LimitedClaim first =
        touching(6_000, () -> store.claimWithin(node.owner(1), LEASE, requests.subList(0, 40)));
    assertThat(first.claimed()).hasSize(40);
    LimitedClaim second =
        touching(3_000, () -> store.claimWithin(node.owner(2), LEASE, requests.subList(40, 60)));
    assertThat(second.claimed()).hasSize(10);
    assertThat(second.refused()).hasSize(10);
  }

  @Test
  void fetchFromAMarkSkipsDeadRowsBeforeIt() throws Exception {
    Candidate first = store.fetch("b", List.of(all("DEAD", "k1")), 1).get(0);
    FetchRequest marked =
        new FetchRequest(first.flow(), Map.of(first.priority(), ReadyPlace.of(first)), Share.WHOLE);
    long before = blocks();
    assertThat(store.fetch("b", List.of(all("DEAD", "k1")), 20)).hasSize(20);
    long unmarked = blocks() - before;
    assertThat(unmarked).as("a thousand dead rows are read").isGreaterThan(500);
    assertThat(touching(100, () -> store.fetch("b", List.of(marked), 20))).hasSize(20);
  }

  @Test
  void processedEventTimesAreNotReadAgain() throws Exception {
    Instant since = first("LIVE").plus(Duration.ofMinutes(30));
    SweepPlace place = SweepPlace.since(since);
    assertThat(touching(30, () -> store.overdue(place, place, 100))).isEmpty();
    assertThat(touching(30, () -> store.due(LEASE, since, 100))).isEmpty();
  }

  /** Returns the event time of that type's tasks, which is the same for all. */
  private static Instant first(String type) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT min(next_event_at) FROM baton_task WHERE type = '" + type + "'")) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  private interface Verb<T> {
    T run();
  }

  /**
   * Runs a call and checks that it scanned no table and touched no more than this number of blocks.
   */
  private static <T> T touching(int mostBlocks, Verb<T> verb) throws SQLException {
    long scans = scans();
    long blocks = blocks();
    T answer = verb.run();
    assertThat(scans() - scans).as("sequential scans").isZero();
    assertThat(blocks() - blocks).as("blocks").isLessThanOrEqualTo(mostBlocks);
    return answer;
  }

  private static long scans() throws SQLException {
    return statistic("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'baton_task'");
  }

  private static long blocks() throws SQLException {
    return statistic(
        "SELECT heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)"
            + " FROM pg_statio_user_tables WHERE relname = 'baton_task'");
  }

  /** Returns a statistic. Each backend keeps its counts until it is asked to report them. */
  private static long statistic(String query) throws SQLException {
    flush();
    return TestDatabase.number(pool, query);
  }

  private static void flush() throws SQLException {
    // The pool lends the connection that was used last, which ran the call.
    TestDatabase.execute(pool, "SELECT pg_stat_force_next_flush()");
  }

  private static FetchRequest all(String type, String key) {
    return FetchRequest.all(new Flow(type, key));
  }

  private static void everyVerb() {
    store.fetch("b", List.of(all("LIVE", "k1")), 50);
    store.firstOfEachFlow("b", null, 10);
    store.scan("b", null, 10);
    store.claim(new NodeStart(1).owner(0), LEASE, List.of(new ClaimRequest(new UUID(1, 1), 1, 1)));
    List<ClaimFence> none = List.of(new ClaimFence(new UUID(1, 1), 1, new UUID(2, 2)));
    store.renew(LEASE, none);
    store.confirm(none);
    store.heldBy(new NodeStart(1), null, 10);
    store.due(LEASE, 10);
    store.overdue(10);
    store.prune(10);
  }

  private static void fill(String type, String status) throws SQLException {
    TestDatabase.execute(
        pool,
        "INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts, losses,"
            + " loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,"
            + " payload) SELECT gen_random_uuid(), 1, now(), now(), now() - interval '1 hour', 0,"
            + " 0, 3, "
            + status
            + ", n % 10, 0, false, 'b', '"
            + type
            + "', 'k' || n % 100, '', decode(repeat('00', 200), 'hex') FROM generate_series(1, "
            + (type.equals("DUE") ? LIVE / 10 : LIVE)
            + ") n");
  }
}
