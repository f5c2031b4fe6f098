package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalPostgres;
import dev.baton.spi.TriggerChannel;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests nodes that rarely poll: a hint makes one node start what another adds. */
@Tag("deep")
final class NodesHintEachOtherIT {
  private static final NodeSettings HARDLY_POLLING =
      NodeSettings.defaults().poll(Duration.ofSeconds(30)).sweep(Duration.ofSeconds(30));

  private static final long WHILE_MILLIS = 500;

  private final BlockingQueue<Long> startedNanos = new LinkedBlockingQueue<>();
  private HikariDataSource pool = new HikariDataSource();
  private JdbcTransactions transactions = JdbcTransactions.of(pool);

  @BeforeEach
  void prepare() {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    pool = Pools.of(address, 12);
    transactions = JdbcTransactions.of(pool);
    BatonSchema.apply(pool);
  }

  @AfterEach
  void closePool() {
    pool.close();
  }

  @Test
  void taskOfAClientStartsOnAnotherNodeAtOnce() throws Exception {
    try (Baton runner = runner().start();
        Baton adder =
            Baton.builder(JdbcStore.of(pool))
                .transactions(transactions)
                .settings(s -> HARDLY_POLLING)
                .start()) {
      awaitListeners(2);
      long[] micros = new long[120];
      for (int i = 0; i < micros.length; i++) {
        long committed = add(adder);
        Long started = startedNanos.poll(25, TimeUnit.SECONDS);
        assertThat(started).as("started long before the next poll").isNotNull();
        micros[i] = (started - committed) / 1_000;
        // A hint after a quiet moment is sent at once; the next one waits for its window.
        assertThat(new CountDownLatch(1).await(15, TimeUnit.MILLISECONDS)).isFalse();
      }
      Arrays.sort(micros);
      System.out.printf(
          Locale.ROOT,
          "hints: commit on one node to start on another: p50 %.1f ms, p99 %.1f ms (%d tasks, one"
              + " JVM; not a benchmark)%n",
          micros[micros.length / 2] / 1e3,
          micros[micros.length * 99 / 100] / 1e3,
          micros.length);
      assertThat(micros[micros.length / 2]).as("half of them, us").isLessThan(1_000_000);
      assertThat(runner.isBucketRunning("default")).isTrue();
    }
    awaitListeners(0);
  }

  @Test
  @Tag("deep")
  void nodeWithoutAChannelReceivesNoHints() throws Exception {
    try (Baton deaf = runner().channel(TriggerChannel.none()).start();
        Baton hearing =
            Baton.builder(JdbcStore.of(pool))
                .transactions(transactions)
                .settings(s -> HARDLY_POLLING)
                .start()) {
      awaitListeners(1);
      assertThat(deaf.isBucketRunning("default")).isTrue();
      assertThat(hearing.isBucketRunning("default")).isTrue();
    }
  }

  /** Prints only: on a busy machine the figures say little. */
  @Test
  @Tag("deep")
  void addsAreCountedWithAndWithoutHints() throws Exception {
    int rounds = Integer.getInteger("baton.rounds", 1);
    AtomicLong with = new AtomicLong();
    AtomicLong without = new AtomicLong();
    try (Baton other =
            Baton.builder(JdbcStore.of(pool))
                .transactions(transactions)
                .settings(s -> HARDLY_POLLING)
                .start();
        Baton hinting =
            Baton.builder(JdbcStore.of(pool))
                .transactions(transactions)
                .settings(s -> HARDLY_POLLING)
                .start();
        Baton silent =
            Baton.builder(JdbcStore.of(pool))
                .transactions(transactions)
                .settings(s -> HARDLY_POLLING)
                .channel(TriggerChannel.none())
                .start()) {
      awaitListeners(2);
      addForAWhile(hinting, new AtomicLong());
      for (int round = 0; round < rounds; round++) {
        addForAWhile(round % 2 == 0 ? hinting : silent, round % 2 == 0 ? with : without);
        addForAWhile(round % 2 == 0 ? silent : hinting, round % 2 == 0 ? without : with);
      }
      System.out.printf(
          Locale.ROOT,
          "hints: adds/s with hints %.0f, without %.0f (%d alternated rounds; not a benchmark)%n",
          with.get() * 1e3 / WHILE_MILLIS / rounds,
          without.get() * 1e3 / WHILE_MILLIS / rounds,
          rounds);
      assertThat(other.leasedTasks()).isZero();
    }
    assertThat(with.get()).isPositive();
    assertThat(without.get()).isPositive();
  }

  private void addForAWhile(Baton adder, AtomicLong added) throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WHILE_MILLIS);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  while (System.nanoTime() < end) {
                    add(adder);
                    added.incrementAndGet();
                  }
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void awaitListeners(int count) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    CountDownLatch pause = new CountDownLatch(1);
    while (listeners() != count) {
      assertThat(System.nanoTime()).as("listeners").isLessThan(end);
      assertThat(pause.await(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private long listeners() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'baton hints'"
                    + " AND datname = current_database() AND query NOT LIKE 'SET%'")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private Baton.Builder runner() {
    return Baton.builder(JdbcStore.of(pool))
        .transactions(transactions)
        .settings(s -> HARDLY_POLLING)
        .define(
            RawDefinition.of(
                "T",
                attempt -> {
                  startedNanos.add(System.nanoTime());
                  return Outcome.done();
                }));
  }

  /** Adds a task and returns when it was committed. */
  private long add(Baton adder) throws Exception {
    transactions.run(
        transaction -> adder.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))));
    return System.nanoTime();
  }
}
