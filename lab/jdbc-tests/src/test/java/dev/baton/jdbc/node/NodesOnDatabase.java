package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.task.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Nodes on a database, with the queries of the tests. */
abstract class NodesOnDatabase {
  static final NodeSettings QUICK =
      NodeSettings.defaults().poll(Duration.ofMillis(100)).sweep(Duration.ofMillis(50));

  HikariDataSource pool = new HikariDataSource();
  JdbcTransactions transactions = JdbcTransactions.of(pool);

  final LocalDatabase database;

  NodesOnDatabase(LocalDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void prepare() throws Exception {
    DatabaseAddress address = database.newDatabase();
    pool = Pools.of(address, 12);
    transactions = JdbcTransactions.of(pool);
    BatonSchema.apply(pool);
    update("CREATE TABLE ledger (payout VARCHAR(60) NOT NULL)");
  }

  @AfterEach
  void closePool() {
    pool.close();
  }

  Baton.Builder node() {
    return node(QUICK.lease());
  }

  Baton.Builder node(Duration lease) {
    return Baton.builder(JdbcStore.of(pool))
        .transactions(transactions)
        .settings(s -> QUICK.lease(lease));
  }

  TaskDefinition<?, ?> payout() {
    return RawDefinition.transactional(
            "PAYOUT",
            (attempt, transaction) -> {
              book(transaction, attempt.payloadText());
              return Outcome.done();
            })
        .retry(Retry.fixed(Duration.ofMillis(20)).maxAttempts(5));
  }

  static void book(Transaction transaction, String payout) throws SQLException {
    Connection connection = transaction.unwrap(Connection.class);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO ledger (payout) VALUES (?)")) {
      insert.setString(1, payout);
      insert.executeUpdate();
    }
  }

  static TaskRequest<?, ?> payoutOf(String payload) {
    return TaskType.of("PAYOUT", Bytes.class).with(Bytes.of(payload));
  }

  static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for finished rows: attempts that were released, lost or retried are not ends of tasks.
   */
  void awaitFinished(int count) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
    CountDownLatch pause = new CountDownLatch(1);
    long finished;
    while ((finished = count("SELECT count(*) FROM baton_kept")) < count) {
      assertThat(System.nanoTime()).as("finished %s of %s", finished, count).isLessThan(end);
      boolean never = pause.await(5, TimeUnit.MILLISECONDS);
      assertThat(never).isFalse();
    }
  }

  void update(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.executeUpdate();
    }
  }

  long count(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
