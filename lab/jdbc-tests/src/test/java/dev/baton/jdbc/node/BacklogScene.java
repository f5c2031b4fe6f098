package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A database with a backlog, a node that runs tasks and another that only adds them. */
final class BacklogScene implements AutoCloseable {
  private static final int OTHERS = 50;
  private static final long HANDLER_MILLIS = 200;

  private final Backlog backlog;
  private final HikariDataSource pool;
  private final boolean mariaDb;
  private final CountDownLatch full = new CountDownLatch(Backlog.LIMIT);
  private final CountDownLatch never = new CountDownLatch(1);
  private final Map<UUID, Long> started = new ConcurrentHashMap<>();
  private final List<Baton> nodes = new ArrayList<>();
  private BucketOptions bucket = BucketOptions.named("default");
  private boolean isEmpty = true;

  /** The node that adds the tasks after the backlog. */
  enum Adder {
    THE_NODE_ITSELF,
    ANOTHER_NODE
  }

  /**
   * The times from commit to start.
   *
   * @param add the time of an add with its commit, which shows the speed of the machine
   */
  record Latencies(Duration median, Duration p99, Duration worst, Duration add) {
    static Latencies of(List<Duration> waits, List<Duration> adds) {
      List<Duration> sorted = waits.stream().sorted().toList();
      int count = sorted.size();
      return new Latencies(
          sorted.get(count / 2),
          sorted.get(count * 99 / 100),
          sorted.get(count - 1),
          adds.stream().sorted().toList().get(count / 2));
    }

    @Override
    public String toString() {
      return "p50 %.1f p99 %.1f worst %.1f ms (an add %.1f ms)"
          .formatted(millis(median), millis(p99), millis(worst), millis(add));
    }

    private static double millis(Duration duration) {
      return duration.toNanos() / 1e6;
    }
  }

  BacklogScene(DatabaseAddress address, Backlog backlog) throws SQLException {
    this.backlog = backlog;
    this.mariaDb = address.url().contains("mariadb");
    pool = Pools.of(address, 16);
    BatonSchema.apply(pool);
  }

  void fill(int rows) throws SQLException {
    isEmpty = rows == 0;
    insert(1, rows, backlog.priority(), backlog.type(), backlog.key(), "x".repeat(200));
    if (backlog.isOrdered()) {
      update("UPDATE baton_task SET traits = 'order=1'");
      String newLine = mariaDb ? "CHAR(10)" : "chr(10)";
      update(
          "INSERT INTO baton_order (name, last_id) SELECT concat(type, %s, flow_key), id FROM baton_task"
              .formatted(newLine));
    }
    update(mariaDb ? "ANALYZE TABLE baton_task" : "ANALYZE baton_task");
  }

  /**
   * Inserts rows directly, without an adder and so without hints.
   *
   * @param type with a placeholder for the number, or without
   * @param key like the type
   */
  private void insert(int from, int to, int priority, String type, String key, String payload)
      throws SQLException {
    String columns =
        "INSERT INTO baton_task (id, version, created_at, run_at, next_event_at, attempts, losses,"
            + " loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,"
            + " payload) SELECT ";
    String values =
        " 0, 0, 5, 2, %d, 0, false, 'default', %s, %s, '', "
            .formatted(priority, numbered(type), numbered(key));
    update(
        mariaDb
            ? columns
                + "UNHEX(LPAD(HEX(n), 32, '0')), 1, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),"
                + " UTC_TIMESTAMP(6) + INTERVAL 10 MINUTE,"
                + values
                + ("'%s' FROM (SELECT one.n + %d AS n FROM JSON_TABLE(CONCAT('[0', REPEAT(',0', %d),"
                        + " ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) one) numbers")
                    .formatted(payload, from - 1, to - from)
            : columns
                + "lpad(to_hex(n), 32, '0')::uuid, 1, now(), now(), now() + interval '10 minutes',"
                + values
                + "convert_to('%s', 'UTF8') FROM generate_series(%d, %d) n"
                    .formatted(payload, from, to));
  }

  private static String numbered(String text) {
    return "replace('%s', '%%s', concat(n, ''))".formatted(text);
  }

  /** Sets how many candidates a node keeps in memory at most. */
  void keepAtMost(int candidates) {
    bucket = BucketOptions.named("default").lookAhead(Math.min(candidates, 2_400), candidates);
  }

  /**
   * Starts the nodes. Returns the time until the limit of the full flow was reached, if it has one.
   */
  Duration start() throws InterruptedException {
    long before = System.nanoTime();
    nodes.add(
        Baton.builder(JdbcStore.of(pool))
            .transactions(JdbcTransactions.of(pool))
            .define(backlog.definitions(this::run))
            .bucket(bucket)
            .start());
    assertThat(isEmpty || full.await(60, TimeUnit.SECONDS)).isTrue();
    Duration untilFull = Duration.ofNanos(System.nanoTime() - before);
    nodes.add(
        Baton.builder(JdbcStore.of(pool))
            .transactions(JdbcTransactions.of(pool))
            .settings(s -> s.withoutSweeper())
            .start());
    return untilFull;
  }

  private Outcome<?> run(Attempt attempt) throws InterruptedException {
    if (attempt.payloadText().equals("other")) {
      started.put(attempt.taskId(), System.nanoTime());
      return Outcome.done();
    }
    full.countDown();
    if (backlog.isOpen()) {
      return Outcome.doneAndForget();
    }
    boolean ended = never.await(HANDLER_MILLIS, TimeUnit.MILLISECONDS);
    return ended ? Outcome.doneAndForget() : Outcome.done();
  }

  /** Adds tasks of more keys to the backlog, 500 per call. Returns the rate per second. */
  double addMore(int count) {
    try (Baton adder =
        Baton.builder(JdbcStore.of(pool))
            .transactions(JdbcTransactions.of(pool))
            .client()
            .start()) {
      long before = System.nanoTime();
      for (int i = 0; i < count; i += 500) {
        adder
            .tasks()
            .addAll(IntStream.range(i, Math.min(count, i + 500)).mapToObj(backlog::more).toList());
      }
      return count * 1e9 / (System.nanoTime() - before);
    }
  }

  /** Adds tasks after the backlog, one committed add each, and waits until all have started. */
  Latencies addAndStart(Adder adder) throws InterruptedException {
    return addAndStart(adder, OTHERS, 5);
  }

  Latencies addAndStart(Adder adder, int others, int gapMillis) throws InterruptedException {
    Baton baton = nodes.get(adder.ordinal());
    Map<UUID, Long> committed = new ConcurrentHashMap<>();
    List<Duration> adds = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      long before = System.nanoTime();
      UUID id = baton.tasks().add(backlog.other(i)).taskId();
      long after = System.nanoTime();
      committed.put(id, after);
      adds.add(Duration.ofNanos(after - before));
      boolean ended = never.await(gapMillis, TimeUnit.MILLISECONDS);
      assertThat(ended).isFalse();
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!started.keySet().containsAll(committed.keySet()) && System.nanoTime() < end) {
      boolean ended = never.await(5, TimeUnit.MILLISECONDS);
      assertThat(ended).isFalse();
    }
    assertThat(started.keySet()).containsAll(committed.keySet());
    List<Duration> waits =
        committed.entrySet().stream()
            .map(e -> Duration.ofNanos(Math.max(0, started.get(e.getKey()) - e.getValue())))
            .toList();
    return Latencies.of(waits, adds);
  }

  /** Adds a task without a hint. Returns the time until it started. */
  Duration addByHandAndStart(int number) throws Exception {
    long before = System.nanoTime();
    insert(number, number, 5, "OTHER", "", "other");
    UUID id = new UUID(0, number);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!started.containsKey(id) && System.nanoTime() < end) {
      boolean ended = never.await(5, TimeUnit.MILLISECONDS);
      assertThat(ended).isFalse();
    }
    assertThat(started).containsKey(id);
    return Duration.ofNanos(started.get(id) - before);
  }

  long liveTasks() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM baton_task")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Returns the node that runs the tasks. */
  Baton node() {
    return nodes.get(0);
  }

  /**
   * Returns the index entries of ready tasks that PostgreSQL has read so far; zero on other
   * databases.
   */
  long readyEntriesRead() throws SQLException {
    if (mariaDb) {
      return 0;
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname ="
                    + " 'baton_task_ready'")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private void update(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws InterruptedException {
    never.countDown();
    for (Baton node : nodes) {
      boolean quiet = node.stop(Duration.ofSeconds(30));
      assertThat(quiet).isTrue();
    }
    pool.close();
  }
}
