package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.jdbc.transaction.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.h2.jdbc.JdbcSQLNonTransientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a database that rolls a transaction back to end a deadlock, while the code continues
 * anyway: the second half must not be committed alone.
 */
final class DeadlockTest {
  private final CountDownLatch taskIsLocked = new CountDownLatch(1);
  private final CountDownLatch rowIsLocked = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /**
   * Without PostgreSQL, which fails the statement that waited first and commits nothing after it.
   */
  static Stream<TestDatabase> databases() {
    return TestDatabase.chosen().filter(database -> database != TestDatabase.POSTGRES);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("databases")
  void workAfterADeadlockInABatonCallIsNotCommittedAlone(TestDatabase database) throws Exception {
    try (HikariDataSource pool = database.newPool()) {
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "CREATE TABLE ledger (id INT PRIMARY KEY, n INT)");
      TestDatabase.execute(pool, "INSERT INTO ledger VALUES (1, 0)");
      JdbcTransactions transactions = JdbcTransactions.of(pool);
      try (Baton baton =
          Baton.builder(JdbcStore.of(pool)).transactions(transactions).client().start()) {
        UUID task = baton.tasks().add(later("HELD")).taskId();
        Future<?> other =
            threads.submit(
                () -> transactions.call(transaction -> larger(baton, transaction, task)));
        assertThatThrownBy(
                () ->
                    transactions.run(
                        transaction ->
                            smaller(baton, transaction, task, () -> database.awaitLockWait(pool))))
            .satisfies(
                refused -> {
                  // H2 itself sometimes fails the statement after a deadlock.
                  if (!(refused instanceof JdbcSQLNonTransientException)) {
                    assertThat(refused)
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("deadlock")
                        .hasMessageContaining("Nothing is committed");
                  }
                });
        other.get(30, TimeUnit.SECONDS);
      }
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM ledger WHERE id IN (2, 3)"))
          .isZero();
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM baton_task")).isZero();
    }
  }

  /**
   * Writes more than the other transaction, because MariaDB rolls back the one that has written
   * less.
   */
  private boolean larger(Baton baton, Transaction transaction, UUID task) throws Exception {
    for (int i = 100; i < 150; i++) {
      update(transaction, "INSERT INTO ledger VALUES (" + i + ", 0)");
    }
    baton.tasks().cancel(transaction, task, "first");
    taskIsLocked.countDown();
    rowIsLocked.await();
    update(transaction, "UPDATE ledger SET n = 1 WHERE id = 1");
    return true;
  }

  private void smaller(Baton baton, Transaction transaction, UUID task, Callable<?> otherWaits)
      throws Exception {
    taskIsLocked.await();
    update(transaction, "INSERT INTO ledger VALUES (2, 0)");
    baton.tasks().add(transaction, later("BEFORE"));
    update(transaction, "UPDATE ledger SET n = 2 WHERE id = 1");
    rowIsLocked.countDown();
    otherWaits.call();
    assertThatThrownBy(() -> baton.tasks().cancel(transaction, task, "second"))
        .isInstanceOf(StoreUnavailableException.class);
    update(transaction, "INSERT INTO ledger VALUES (3, 0)");
    baton.tasks().add(transaction, later("AFTER"));
  }

  private static TaskRequest<?, ?> later(String type) {
    return TaskRequest.of(TaskType.of(type)).runIn(Duration.ofHours(1));
  }

  private static void update(Transaction transaction, String sql) throws SQLException {
    try (Statement statement = transaction.unwrap(Connection.class).createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /** The errors that undo a transaction are listed in {@code SqlErrors}. */
  @Test
  void aRowThatHasChangedSinceTheSnapshotUndoesTheTransactionOnMariaDb() throws Exception {
    try (HikariDataSource pool = TestDatabase.MARIADB.newPool()) {
      TestDatabase.execute(pool, "CREATE TABLE t (id INT PRIMARY KEY, n INT) ENGINE = InnoDB");
      TestDatabase.execute(pool, "INSERT INTO t VALUES (1, 0)");
      try (Connection late = pool.getConnection();
          Statement statement = late.createStatement()) {
        statement.execute("SET SESSION innodb_snapshot_isolation = ON");
        late.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        late.setAutoCommit(false);
        statement.execute("INSERT INTO t VALUES (2, 0)");
        statement.executeQuery("SELECT * FROM t").close();
        TestDatabase.execute(pool, "UPDATE t SET n = 1 WHERE id = 1");
        assertThatThrownBy(() -> statement.executeUpdate("UPDATE t SET n = 2 WHERE id = 1"))
            .isInstanceOf(SQLException.class);
        statement.executeUpdate("INSERT INTO t VALUES (3, 0)");
        late.commit();
      }
      assertThat(TestDatabase.number(pool, "SELECT count(*) FROM t WHERE id = 2")).isZero();
    }
  }
}
