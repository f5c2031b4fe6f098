package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.schedule.Schedule;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a caller's transaction on another database with Baton's tables. */
class OtherDatabaseTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final DatabaseAddress address = LocalH2.newDatabase();
  private final JdbcConnectionPool own = pool(address, "");
  private final JdbcConnectionPool other = pool(LocalH2.newDatabase(), "");
  private final BlockingQueue<UUID> ran = new ArrayBlockingQueue<>(10);

  private static JdbcConnectionPool pool(DatabaseAddress address, String more) {
    JdbcConnectionPool pool =
        JdbcConnectionPool.create(address.url() + more, address.user(), address.password());
    BatonSchema.apply(pool);
    return pool;
  }

  @AfterEach
  void close() {
    own.dispose();
    other.dispose();
  }

  @Test
  void aTaskIsRefusedInATransactionOfAnotherDatabase() throws Exception {
    try (Baton baton = node()) {
      JdbcTransactions elsewhere = JdbcTransactions.of(other);
      assertThatThrownBy(
              () -> elsewhere.run(tx -> baton.tasks().add(tx, TaskRequest.of(TaskType.of("T")))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another database than Baton's")
          .hasMessageContaining("Nothing was written");
      try (Connection connection = other.getConnection()) {
        connection.setAutoCommit(false);
        assertThatThrownBy(
                () ->
                    baton
                        .tasks()
                        .add(JdbcTransactions.join(connection), TaskRequest.of(TaskType.of("T"))))
            .hasMessageContaining("another database than Baton's");
        connection.rollback();
      }
    }
  }

  @Test
  void aTransactionOfADatabaseWithoutBatonsTablesIsAMistakeOfTheCaller() throws Exception {
    DatabaseAddress empty = LocalH2.newDatabase();
    JdbcConnectionPool without =
        JdbcConnectionPool.create(empty.url(), empty.user(), empty.password());
    TaskRequest<Void, Void> request = TaskRequest.of(TaskType.of("T"));
    JdbcTransactions elsewhere = JdbcTransactions.of(without);
    try (Baton baton = node()) {
      for (Consumer<Transaction> verb :
          List.<Consumer<Transaction>>of(
              tx -> baton.tasks().add(tx, request),
              tx -> baton.tasks().cancel(tx, UUID.randomUUID(), "late"),
              tx -> baton.schedules().put(tx, Schedule.fixedRate("s", HOUR).adds(request)))) {
        assertThatThrownBy(() -> elsewhere.run(verb::accept))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining(
                "another database than Baton's, which doesn't have Baton's tables")
            .hasMessageContaining("Nothing was written");
      }
    } finally {
      without.dispose();
    }
  }

  @Test
  void anotherUrlOfTheSameDatabaseIsTaken() throws Exception {
    JdbcConnectionPool sameByAnotherUrl = pool(address, ";LOCK_TIMEOUT=4321");
    try (Baton baton = node()) {
      JdbcTransactions transactions = JdbcTransactions.of(sameByAnotherUrl);
      for (int i = 0; i < 2; i++) {
        UUID[] id = new UUID[1];
        transactions.run(
            tx -> id[0] = baton.tasks().add(tx, TaskRequest.of(TaskType.of("T"))).taskId());
        assertThat(ran.poll(60, TimeUnit.SECONDS)).isEqualTo(id[0]);
      }
    } finally {
      sameByAnotherUrl.dispose();
    }
  }

  @Test
  void anAddInATransactionThatTheNodeDoesNotKnowIsRefused() throws Exception {
    TaskRequest<Void, Void> request = TaskRequest.of(TaskType.of("T"));
    JdbcTransactions unknown = JdbcTransactions.of(own);
    try (Baton baton = node()) {
      for (Runnable verb :
          List.<Runnable>of(
              () -> baton.tasks().add(request),
              () -> baton.tasks().submit(request),
              () -> baton.tasks().cancel(UUID.randomUUID(), "late"),
              () -> baton.schedules().put(Schedule.fixedRate("s", HOUR).adds(request)))) {
        assertThatThrownBy(() -> unknown.run(tx -> verb.run()))
            .isInstanceOf(RequestRefusedException.class)
            .hasMessageContaining("Pass the transaction as the first argument")
            .hasMessageContaining("Baton.builder(...).transactions(transactions)");
      }
      unknown.run(tx -> baton.tasks().add(tx, request));
      assertThat(ran.poll(60, TimeUnit.SECONDS)).isNotNull();
      baton.tasks().add(request);
      assertThat(ran.poll(60, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void anAddInATransactionOfAnotherDataSourceIsSeparate() throws Exception {
    try (Baton baton = node()) {
      JdbcTransactions elsewhere = JdbcTransactions.of(other);
      elsewhere.run(tx -> baton.tasks().add(TaskRequest.of(TaskType.of("T"))));
      assertThat(ran.poll(60, TimeUnit.SECONDS)).isNotNull();
    }
  }

  private Baton node() {
    return Baton.builder(JdbcStore.of(own))
        .define(
            RawDefinition.of(
                "T",
                attempt -> {
                  ran.add(attempt.taskId());
                  return Outcome.done();
                }))
        .start();
  }
}
