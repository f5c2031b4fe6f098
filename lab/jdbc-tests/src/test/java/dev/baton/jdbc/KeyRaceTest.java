package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.AddResult;
import dev.baton.api.error.StoreException;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskKey;
import dev.baton.task.rule.HolderRules;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests duplicate adds at every isolation level: the caller's transaction stays usable and gets the
 * task that was first.
 */
class KeyRaceTest {
  private static final int THREADS = 8;
  private static final int MAX_TRIES = 20;
  private static final TaskKey.KeyRetention WHILE_LIVE =
      new TaskKey.KeyRetention(Duration.ZERO, false);

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void oneOfManyAddsOfAKeyWinsAndAllLearnItsTask(TestDatabase database, int isolation)
      throws Exception {
    try (Shop shop = new Shop(database, isolation)) {
      for (int round = 0; round < 6; round++) {
        String key = "round " + round;
        List<AddResult> answers =
            StoreScenario.race(THREADS, () -> shop.buy(TaskDraft.ready("T").uniqueBy(key)));
        List<AddResult> added = answers.stream().filter(AddResult::wasAdded).toList();
        assertThat(added).hasSize(1);
        assertThat(answers).allMatch(a -> a.taskId().equals(added.get(0).taskId()));
        assertThat(shop.store.find(added.get(0).taskId())).isPresent();
      }
      assertThat(shop.purchases()).isEqualTo(6 * THREADS);
      assertThat(TestDatabase.number(shop.pool, "SELECT count(*) FROM baton_task")).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void keyTakenAfterTheCallersSnapshotReturnsItsTask(TestDatabase database, int isolation)
      throws Exception {
    try (Shop shop = new Shop(database, isolation)) {
      TaskDraft other = TaskDraft.ready("T").uniqueBy("k");
      AddResult answer =
          shop.transactions.call(
              transaction -> {
                shop.look(transaction.connection());
                StoreScenario.promptly(() -> shop.buy(other));
                AddResult met =
                    shop.store
                        .insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("k").build()))
                        .get(0);
                shop.record(transaction.connection());
                return met;
              });
      assertThat(answer).isEqualTo(new AddResult.AlreadyExists(other.id()));
      assertThat(shop.purchases()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void batchWithOneTakenKeyAddsTheOthers(TestDatabase database, int isolation) throws Exception {
    try (Shop shop = new Shop(database, isolation)) {
      TaskDraft other = TaskDraft.ready("T").uniqueBy("k2");
      TaskDraft one = TaskDraft.ready("T").uniqueBy("k1");
      TaskDraft three = TaskDraft.ready("T").uniqueBy("k3");
      List<AddResult> answers =
          shop.transactions.call(
              transaction -> {
                shop.look(transaction.connection());
                StoreScenario.promptly(() -> shop.buy(other));
                return shop.store.insert(
                    transaction,
                    List.of(
                        one.build(),
                        TaskDraft.ready("T").uniqueBy("k2").build(),
                        three.build(),
                        TaskDraft.ready("T").uniqueBy("k3").build()));
              });
      assertThat(answers)
          .containsExactly(
              new AddResult.Added(one.id()),
              new AddResult.AlreadyExists(other.id()),
              new AddResult.Added(three.id()),
              new AddResult.AlreadyExists(three.id()));
      assertThat(TestDatabase.number(shop.pool, "SELECT count(*) FROM baton_task")).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void aTaskWhoseSecondKeyIsTakenLeavesNothing(TestDatabase database, int isolation)
      throws Exception {
    try (Shop shop = new Shop(database, isolation)) {
      TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
      shop.buy(first);
      TaskDraft second = TaskDraft.ready("T").uniqueById().uniqueBy("k", WHILE_LIVE);
      assertThat(shop.buy(second)).isEqualTo(new AddResult.AlreadyExists(first.id()));
      assertThat(shop.store.find(second.id())).isEmpty();
      assertThat(TestDatabase.number(shop.pool, "SELECT count(*) FROM baton_key")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void aKeyFreedAfterTheCallersSnapshotIsFree(TestDatabase database, int isolation)
      throws Exception {
    try (Shop shop = new Shop(database, isolation)) {
      TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
      shop.buy(first);
      TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
      AddResult answer =
          shop.transactions.call(
              transaction -> {
                shop.look(transaction.connection());
                StoreScenario.promptly(() -> shop.finish(first.id()));
                return shop.store.insert(transaction, List.of(second.build())).get(0);
              });
      if (database == TestDatabase.H2 && isolation == Connection.TRANSACTION_SERIALIZABLE) {
        // H2 checks uniqueness against the snapshot there.
        assertThat(answer).isEqualTo(new AddResult.AlreadyExists(first.id()));
        return;
      }
      assertThat(answer).isEqualTo(new AddResult.Added(second.id()));
      assertThat(shop.store.find(second.id())).isPresent();
    }
  }

  /**
   * If a database reads the caller's snapshot, the result may name the task that had the key then.
   */
  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void aKeyThatChangedHandsAfterTheCallersSnapshotIsAnsweredWithTheTaskThatHasIt(
      TestDatabase database, int isolation) throws Exception {
    try (Shop shop = new Shop(database, isolation)) {
      TaskDraft first = TaskDraft.ready("T").uniqueBy("k");
      TaskDraft second = TaskDraft.ready("T").uniqueBy("k");
      shop.buy(first);
      AddResult answer =
          shop.transactions.call(
              transaction -> {
                shop.look(transaction.connection());
                StoreScenario.promptly(() -> shop.finish(first.id()));
                StoreScenario.promptly(() -> shop.buy(second));
                return shop.store
                    .insert(transaction, List.of(TaskDraft.ready("T").uniqueBy("k").build()))
                    .get(0);
              });
      boolean seesWhatIsCommitted =
          database == TestDatabase.MARIADB || isolation == Connection.TRANSACTION_READ_COMMITTED;
      if (seesWhatIsCommitted) {
        assertThat(answer).isEqualTo(new AddResult.AlreadyExists(second.id()));
      } else {
        assertThat(answer.wasAdded()).isFalse();
        assertThat(answer.taskId()).isIn(first.id(), second.id());
      }
    }
  }

  /** A service whose own table changes together with the tasks it adds. */
  private static final class Shop implements AutoCloseable {
    private final HikariDataSource pool;
    private final JdbcTaskStore store;
    private final JdbcTransactions transactions;

    Shop(TestDatabase database, int isolation) throws SQLException {
      pool = database.newPool();
      BatonSchema.apply(pool);
      TestDatabase.execute(pool, "CREATE TABLE purchase (id VARCHAR(40) PRIMARY KEY)");
      TestDatabase.execute(pool, "CREATE TABLE catalogue (id VARCHAR(40) PRIMARY KEY)");
      store = JdbcTaskStore.of(pool);
      transactions = JdbcTransactions.of(pool, isolation);
    }

    /** Runs the transaction again if the database refused it because of a conflict. */
    AddResult buy(TaskDraft draft) throws Exception {
      for (int i = 1; ; i++) {
        try {
          return transactions.call(
              transaction -> {
                AddResult answer = store.insert(transaction, List.of(draft.build())).get(0);
                record(transaction.connection());
                return answer;
              });
        } catch (StoreException | SQLException e) {
          if (i == MAX_TRIES) {
            throw e;
          }
        }
      }
    }

    Boolean finish(UUID id) {
      Task ready = store.find(id).orElseThrow();
      Task held =
          store
              .claim(
                  UUID.randomUUID(), Duration.ofMinutes(1), List.of(StoreScenario.request(ready)))
              .get(0);
      return store.apply(List.of(HolderRules.done(held, null, Duration.ZERO))).get(0);
    }

    /** Takes the transaction's snapshot, if it has one, and locks none of Baton's rows. */
    void look(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.executeQuery("SELECT count(*) FROM catalogue").close();
      }
    }

    void record(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO purchase VALUES ('" + UUID.randomUUID() + "')");
      }
    }

    long purchases() throws SQLException {
      return TestDatabase.number(pool, "SELECT count(*) FROM purchase");
    }

    @Override
    public void close() {
      pool.close();
    }
  }
}
