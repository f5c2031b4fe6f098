package dev.baton.jdbc.node;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalMariaDb;
import dev.baton.local.LocalPostgres;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Measures how many tasks per second pass through add, claim and completion, alternately with and
 * without an old snapshot in another connection, and prints their ratios. One node adds, another
 * runs the tasks, so that every task is fetched and claimed. This is not a test: run its main.
 *
 * <pre>arguments: postgresql|mariadb [seconds of each run, 60] [priorities in use, 1] [rounds, 3]
 * </pre>
 */
final class OldSnapshotRate {
  private static final int BATCH = 100;
  private static final int BACKLOG = 5_000;
  private static final int WINDOW_SECONDS = 5;

  private final boolean mariaDb;
  private final int seconds;
  private final int priorities;

  private OldSnapshotRate(boolean mariaDb, int seconds, int priorities) {
    this.mariaDb = mariaDb;
    this.seconds = seconds;
    this.priorities = priorities;
  }

  public static void main(String[] arguments) throws Exception {
    OldSnapshotRate rate =
        new OldSnapshotRate(
            arguments.length > 0 && arguments[0].equals("mariadb"),
            arguments.length > 1 ? Integer.parseInt(arguments[1]) : 60,
            arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1);
    List<Double> ratios = new ArrayList<>();
    int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 3;
    for (int round = 0; round < rounds; round++) {
      double without = rate.run(false);
      double with = rate.run(true);
      ratios.add(with / without);
      System.out.printf(
          Locale.ROOT,
          "old snapshot: %.0f tasks/s with it, %.0f without: ratio %.2f%n",
          with,
          without,
          with / without);
    }
    ratios.sort(null);
    System.out.printf(Locale.ROOT, "old snapshot: median ratio %.2f%n", ratios.get(rounds / 2));
    System.exit(0);
  }

  /** Returns the tasks per second in the last third of the run, when there are most dead rows. */
  private double run(boolean snapshot) throws Exception {
    try (HikariDataSource pool = pool()) {
      BatonSchema.apply(pool);
      AtomicLong completed = new AtomicLong();
      Semaphore room = new Semaphore(BACKLOG);
      TaskDefinition<?, ?> definition =
          RawDefinition.of("T", attempt -> Outcome.done())
              .limits(Limit.node(200))
              .keepDone(Duration.ZERO);
      try (Connection old = pool.getConnection();
          Baton runner =
              Baton.builder(JdbcStore.of(pool))
                  .transactions(JdbcTransactions.of(pool))
                  .define(definition)
                  .listener(
                      event -> {
                        if (event instanceof TaskEvent.Completed) {
                          completed.incrementAndGet();
                          room.release();
                        }
                      })
                  .start();
          Baton adder =
              Baton.builder(JdbcStore.of(pool))
                  .transactions(JdbcTransactions.of(pool))
                  .settings(s -> s.withoutSweeper())
                  .start()) {
        if (snapshot) {
          hold(old);
        }
        double rate = measure(pool, adder, room, completed, snapshot);
        if (snapshot) {
          old.rollback();
        }
        return rate;
      }
    }
  }

  private double measure(
      HikariDataSource pool, Baton adder, Semaphore room, AtomicLong completed, boolean snapshot)
      throws InterruptedException, SQLException {
    AtomicBoolean adding = new AtomicBoolean(true);
    List<Thread> adders =
        IntStream.range(0, 2).mapToObj(i -> new Thread(() -> add(adder, room, adding))).toList();
    adders.forEach(Thread::start);
    List<Long> windows = new ArrayList<>();
    List<Long> blocks = new ArrayList<>();
    long before = 0;
    long blocksBefore = blocks(pool);
    for (int second = 0; second < seconds; second += WINDOW_SECONDS) {
      TimeUnit.SECONDS.sleep(WINDOW_SECONDS);
      long now = completed.get();
      windows.add((now - before) / WINDOW_SECONDS);
      long blocksNow = blocks(pool);
      blocks.add((blocksNow - blocksBefore) / Math.max(1, now - before));
      before = now;
      blocksBefore = blocksNow;
    }
    adding.set(false);
    room.release(BATCH * adders.size());
    for (Thread thread : adders) {
      thread.join();
    }
    System.out.printf(
        "old snapshot %s: tasks/s every 5 s: %s; blocks touched per task: %s%n",
        snapshot, windows, blocks);
    return windows.subList(windows.size() * 2 / 3, windows.size()).stream()
        .mapToLong(Long::longValue)
        .average()
        .orElse(0);
  }

  /**
   * Returns the blocks of the tasks' table and indexes touched so far, which don't depend on the
   * load of the machine; zero on other databases.
   */
  private long blocks(HikariDataSource pool) throws SQLException {
    if (mariaDb) {
      return 0;
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit"
                    + " FROM pg_statio_user_tables WHERE relname = 'baton_task'")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void add(Baton adder, Semaphore room, AtomicBoolean adding) {
    String payload = "x".repeat(200);
    while (adding.get()) {
      room.acquireUninterruptibly(BATCH);
      List<? extends TaskRequest<?, ?>> some =
          IntStream.range(0, BATCH)
              .mapToObj(
                  i ->
                      TaskType.of("T", Bytes.class)
                          .with(Bytes.of(payload))
                          .priority(5 - i % priorities))
              .toList();
      adder.tasks().addAll(some);
    }
  }

  private void hold(Connection old) throws SQLException {
    old.setAutoCommit(false);
    old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = old.createStatement()) {
      statement.execute("SELECT count(*) FROM baton_task");
    }
  }

  private HikariDataSource pool() {
    DatabaseAddress address =
        mariaDb ? LocalMariaDb.temporary().newDatabase() : LocalPostgres.temporary().newDatabase();
    return Pools.of(address, 16);
  }
}
