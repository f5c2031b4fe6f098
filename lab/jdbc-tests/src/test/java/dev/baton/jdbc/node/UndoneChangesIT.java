package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.limit.Limit;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.spi.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a backlog that other programs locked, or waited for, and did not change is drained
 * like any other: nearly every requested task is claimed. Counted, not timed.
 */
@Tag("deep")
final class UndoneChangesIT {
  private static final Duration ENOUGH = Duration.ofMinutes(2);

  private final LongAdder asked = new LongAdder();
  private final LongAdder got = new LongAdder();

  @ParameterizedTest
  @MethodSource(LocalDatabase.CHOSEN)
  void backlogThatWasLockedIsDrained(LocalDatabase database) throws Exception {
    drain(
        database,
        20_000,
        (baton, transactions, ids) ->
            transactions.call(
                transaction -> {
                  try (Statement statement =
                      transaction.unwrap(Connection.class).createStatement()) {
                    statement.execute("SELECT id FROM baton_task FOR UPDATE");
                  }
                  throw new Undo();
                }));
  }

  @ParameterizedTest
  @MethodSource(LocalDatabase.CHOSEN)
  void backlogWithRolledBackWaitersIsDrained(LocalDatabase database) throws Exception {
    drain(
        database,
        8_000,
        (baton, transactions, ids) ->
            transactions.call(
                transaction -> {
                  baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T")).waitForEnd(ids));
                  throw new Undo();
                }));
  }

  private interface Undone {
    void happen(Baton client, JdbcTransactions transactions, List<UUID> ids) throws Exception;
  }

  private void drain(LocalDatabase database, int count, Undone undone) throws Exception {
    DatabaseAddress address = database.newDatabase();
    try (HikariDataSource pool = Pools.of(address, 12)) {
      BatonSchema.apply(pool);
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      try (Baton client =
          Baton.builder(JdbcStore.of(pool))
              .transactions(transactions)
              .define(nothing())
              .client()
              .start()) {
        List<UUID> ids = new ArrayList<>();
        for (int added = 0; added < count; added += 1_000) {
          client
              .tasks()
              .addAll(Collections.nCopies(1_000, TaskRequest.of(TaskType.of("T"))))
              .forEach(result -> ids.add(result.taskId()));
        }
        undo(undone, client, transactions, ids);
      }
      try (Baton node =
          Baton.builder(JdbcStore.of(pool))
              .transactions(transactions)
              .settings(s -> s.maxRunning(2_000))
              .stores(stores -> stores.tasks(counted(stores.tasks())))
              .define(nothing())
              .start()) {
        awaitNone(pool);
      }
      assertThat(got.sum()).as("claims").isEqualTo(count);
      assertThat(asked.sum() - got.sum()).as("claims without a task").isLessThan(count / 10);
    }
  }

  private static TaskDefinition<?, ?> nothing() {
    return RawDefinition.of("T", attempt -> Outcome.done())
        .limits(Limit.node(2_000))
        .keepDone(Duration.ZERO);
  }

  private static void undo(
      Undone undone, Baton client, JdbcTransactions transactions, List<UUID> ids) throws Exception {
    try {
      undone.happen(client, transactions, ids);
    } catch (Undo expected) {
      // The transaction has been rolled back.
    }
  }

  private TaskStore counted(TaskStore store) {
    return (TaskStore)
        Proxy.newProxyInstance(
            TaskStore.class.getClassLoader(),
            new Class<?>[] {TaskStore.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(store, arguments);
                if (method.getName().equals("claim")) {
                  asked.add(((List<?>) arguments[2]).size());
                  got.add(((List<?>) answer).size());
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void awaitNone(HikariDataSource pool) throws Exception {
    long end = System.nanoTime() + ENOUGH.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    long left;
    while ((left = live(pool)) > 0) {
      assertThat(System.nanoTime()).as("%s tasks are left", left).isLessThan(end);
      assertThat(never.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private static long live(HikariDataSource pool) throws Exception {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM baton_task")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static final class Undo extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
