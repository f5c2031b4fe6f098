package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.jdbc.task.JdbcTaskStore;
import dev.baton.jdbc.transaction.JdbcTransactions;
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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a key that adds use continuously. An add of a taken key locks it. If adds follow each other
 * without a pause, the end of the task that has the key never finds it unlocked, so the end must
 * wait for its turn.
 */
class HotKeyTest {
  private static final Duration OPEN = Duration.ofMillis(20);

  private final AtomicBoolean stop = new AtomicBoolean();
  private final CountDownLatch begun = new CountDownLatch(3);

  @ParameterizedTest
  @MethodSource("dev.baton.jdbc.TestDatabase#atEachIsolation")
  void aTaskEndsWhoseKeyIsAddedAllTheTime(TestDatabase database, int isolation) throws Exception {
    DataSource pool = database.clean();
    TaskStore store = JdbcTaskStore.of(pool);
    JdbcTransactions transactions = JdbcTransactions.of(pool, isolation);
    Task task =
        new StoreScenario(store).claimed(TaskDraft.ready("T").uniqueBy("hot"), UUID.randomUUID());
    Transition end = HolderRules.done(task, null, StoreScenario.KEEP);
    List<CompletableFuture<Integer>> adders =
        Stream.generate(() -> StoreScenario.elsewhere(() -> add(store, transactions)))
            .limit(3)
            .toList();
    begun.await();
    boolean isWritten = false;
    for (int i = 0; i < 5 && !isWritten; i++) {
      isWritten = store.tryApply(List.of(end)).equals(List.of(Verdict.APPLIED));
    }
    stop.set(true);
    for (CompletableFuture<Integer> adder : adders) {
      StoreScenario.answer(adder);
    }
    assertThat(isWritten).isTrue();
  }

  private int add(TaskStore store, JdbcTransactions transactions) throws Exception {
    int adds = 0;
    while (!stop.get()) {
      transactions.call(
          transaction -> {
            NewTask same = TaskDraft.ready("T").uniqueBy("hot").build();
            AddResult result = store.insert(transaction, List.of(same)).get(0);
            begun.countDown();
            LockSupport.parkNanos(OPEN.toNanos());
            return result;
          });
      adds++;
    }
    return adds;
  }
}
