package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.baton.local.LocalPostgres;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts the statements of a task in the database, so that an additional statement is noticed. */
@Tag("deep")
final class StatementsPerTaskIT {
  private final CountingDataSource counting = new CountingDataSource();
  private final AtomicReference<CountDownLatch> left = new AtomicReference<>(new CountDownLatch(0));

  @Test
  void locallyDispatchedTaskCostsAnInsertAndAShareOfACompletion() throws Exception {
    measure(
        "local dispatch, one task a transaction",
        2_000,
        Duration.ofDays(1),
        (baton, transactions, count) -> {
          for (int i = 0; i < count; i++) {
            transactions.run(
                transaction ->
                    baton
                        .tasks()
                        .add(
                            transaction,
                            TaskType.of("T", Bytes.class).with(Bytes.of("x".repeat(200)))));
          }
        },
        3.5);
  }

  @Test
  void drainedTaskCostsSharesOfBatches() throws Exception {
    for (Duration keep : List.of(Duration.ofDays(1), Duration.ZERO)) {
      measure(
          "drained backlog, " + (keep.isZero() ? "not kept" : "kept"),
          8_000,
          keep,
          (baton, transactions, count) -> {
            List<? extends TaskRequest<?, ?>> all =
                IntStream.range(0, count)
                    .mapToObj(i -> TaskType.of("T", Bytes.class).with(Bytes.of("x".repeat(200))))
                    .toList();
            for (int from = 0; from < count; from += 1_000) {
              baton.tasks().addAll(all.subList(from, from + 1_000));
            }
          },
          0.3);
    }
  }

  private interface Adding {
    void add(Baton baton, JdbcTransactions transactions, int count) throws Exception;
  }

  private void measure(String what, int count, Duration keep, Adding adding, double most)
      throws Exception {
    DatabaseAddress address = LocalPostgres.temporary().newDatabase();
    try (HikariDataSource pool = Pools.of(address, 12)) {
      BatonSchema.apply(pool);
      javax.sql.DataSource counted = counting.around(pool);
      JdbcTransactions transactions = JdbcTransactions.of(counted);
      TaskDefinition<?, ?> definition =
          RawDefinition.of("T", attempt -> Outcome.done()).limits(Limit.node(200)).keepDone(keep);
      try (Baton baton =
          Baton.builder(JdbcStore.of(counted))
              .transactions(transactions)
              .settings(s -> s.maxRunning(200))
              .define(definition)
              .listener(this::completed)
              .start()) {
        run(baton, transactions, 500, adding);
        counting.reset();
        long wal = wal(pool);
        long started = System.nanoTime();
        run(baton, transactions, count, adding);
        double seconds = (System.nanoTime() - started) / 1e9;
        report(what, count, seconds, wal(pool) - wal, most);
      }
    }
  }

  private void run(Baton baton, JdbcTransactions transactions, int count, Adding adding)
      throws Exception {
    int thousands = count < 1_000 ? count : count / 1_000 * 1_000;
    CountDownLatch latch = new CountDownLatch(thousands);
    left.set(latch);
    if (count < 1_000) {
      for (int i = 0; i < count; i++) {
        baton.tasks().add(TaskRequest.of(TaskType.of("T")));
      }
    } else {
      adding.add(baton, transactions, thousands);
    }
    assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
  }

  private void completed(TaskEvent event) {
    if (event instanceof TaskEvent.Completed) {
      left.get().countDown();
    }
  }

  private void report(String what, int count, double seconds, long wal, double most) {
    double statements = counting.statements() / (double) count;
    System.out.printf(
        Locale.ROOT,
        "cost: %s: %.3f statements, %.3f write transactions, %d bytes of WAL a task; %.0f tasks/s"
            + " (not a benchmark)%n",
        what,
        statements,
        counting.writeTransactions() / (double) count,
        wal / count,
        count / seconds);
    assertThat(statements).isLessThan(most);
  }

  private static long wal(HikariDataSource pool) throws Exception {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn");
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getBigDecimal(1).longValue();
    }
  }
}
