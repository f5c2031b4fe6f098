package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.api.AddResult;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalDatabase;
import dev.baton.spi.TaskStore;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.task.row.Task;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that keys cost each store method only a few more statements, however many tasks it is for.
 */
@Tag("deep")
final class KeyedStatementsTest {
  private static final int TASKS = 100;

  /**
   * An end reads its keys, locks those that are free, and keeps, drops, prolongs and frees them.
   */
  private static final int MORE = 6;

  private static final List<Function<TaskDraft, TaskDraft>> NAMINGS =
      List.of(TaskDraft::uniqueById, draft -> draft.uniqueBy("k" + draft.id()));

  private final CountingDataSource counting = new CountingDataSource();

  @ParameterizedTest
  @MethodSource(LocalDatabase.CHOSEN)
  void keysCostEachCallOnlyAFewStatementsMore(LocalDatabase database) throws Exception {
    try (HikariDataSource pool = pool(database)) {
      BatonSchema.apply(pool);
      for (Duration keep : List.of(Duration.ZERO, Duration.ofMillis(1))) {
        Map<String, Long> plain = life(pool, keep, draft -> draft);
        Map<String, Long> byId = life(pool, keep, TaskDraft::uniqueById);
        Map<String, Long> byKey = life(pool, keep, draft -> draft.uniqueBy("k" + draft.id()));
        for (String verb : plain.keySet()) {
          assertThat(byId.get(verb))
              .as("own ids: %s", verb)
              .isLessThanOrEqualTo(plain.get(verb) + MORE);
          assertThat(byKey.get(verb))
              .as("keys: %s", verb)
              .isLessThanOrEqualTo(plain.get(verb) + MORE);
        }
        assertThat(byKey.get("end")).isLessThanOrEqualTo(12);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(LocalDatabase.CHOSEN)
  void existingKeysAreFoundByAFewStatements(LocalDatabase database) throws Exception {
    try (HikariDataSource pool = pool(database)) {
      BatonSchema.apply(pool);
      JdbcTransactions transactions = JdbcTransactions.of(counting.around(pool));
      TaskStore store = JdbcTaskStore.of(counting.around(pool));
      List<NewTask> tasks = tasks(TaskDraft::uniqueById);
      transactions.run(transaction -> store.insert(transaction, tasks));
      counting.reset();
      List<AddResult> again = transactions.call(transaction -> store.insert(transaction, tasks));
      assertThat(again).hasOnlyElementsOfType(AddResult.AlreadyExists.class);
      assertThat(counting.statements()).isLessThanOrEqualTo(2 * MORE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ"})
  void aTaskWithANameAloneIsAddedByOneStatementWhateverThePoolsIsolation(String isolation)
      throws Exception {
    try (HikariDataSource pool = pool(LocalDatabase.POSTGRES, isolation)) {
      BatonSchema.apply(pool);
      JdbcTransactions transactions = JdbcTransactions.of(counting.around(pool));
      TaskStore store = JdbcTaskStore.of(counting.around(pool));
      for (Function<TaskDraft, TaskDraft> naming : NAMINGS) {
        NewTask task = naming.apply(TaskDraft.ready("T")).build();
        counting.reset();
        assertThat(alone(transactions, store, task)).isEqualTo(new AddResult.Added(task.id()));
        assertThat(counting.statements()).isEqualTo(1);
        assertThat(alone(transactions, store, task))
            .isEqualTo(new AddResult.AlreadyExists(task.id()));
        assertThat(store.find(task.id())).isPresent();
      }
    }
  }

  private static AddResult alone(JdbcTransactions transactions, TaskStore store, NewTask task)
      throws Exception {
    return transactions.callSingle(transaction -> store.insert(transaction, List.of(task))).get(0);
  }

  /** Returns the number of statements of each method for this number of tasks. */
  private Map<String, Long> life(
      HikariDataSource pool, Duration keep, Function<TaskDraft, TaskDraft> keys) throws Exception {
    JdbcTransactions transactions = JdbcTransactions.of(counting.around(pool));
    TaskStore store = JdbcTaskStore.of(counting.around(pool));
    List<NewTask> tasks = tasks(keys);
    Map<String, Long> statements = new TreeMap<>();
    counting.reset();
    transactions.run(transaction -> store.insert(transaction, tasks));
    statements.put("add", counting.statements());
    List<TaskStore.ClaimRequest> requests =
        tasks.stream().map(task -> new TaskStore.ClaimRequest(task.id(), 1, 3)).toList();
    counting.reset();
    List<Task> held = store.claim(UUID.randomUUID(), StoreScenario.LEASE, requests);
    statements.put("claim", counting.statements());
    assertThat(held).hasSize(TASKS);
    List<Transition> ends = held.stream().map(task -> HolderRules.done(task, null, keep)).toList();
    counting.reset();
    assertThat(store.tryApply(ends)).containsOnly(Verdict.APPLIED);
    statements.put("end", counting.statements());
    // The retention of a millisecond is over by the next statement.
    store.prune(1);
    counting.reset();
    int pruned = store.prune(2 * TASKS);
    statements.put("prune", counting.statements());
    assertThat(pruned).isEqualTo(keep.isZero() ? 0 : TASKS - 1);
    return statements;
  }

  private static List<NewTask> tasks(Function<TaskDraft, TaskDraft> keys) {
    return IntStream.range(0, TASKS)
        .mapToObj(i -> keys.apply(TaskDraft.ready("T")).build())
        .toList();
  }

  private static HikariDataSource pool(LocalDatabase database) {
    return pool(database, "TRANSACTION_READ_COMMITTED");
  }

  private static HikariDataSource pool(LocalDatabase database, String isolation) {
    DatabaseAddress address = database.newDatabase();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setTransactionIsolation(isolation);
    return new HikariDataSource(config);
  }
}
