package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.CommitUnknownException;
import dev.baton.api.error.StoreException;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.rule.Change;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests writes that are applied but whose responses are lost, and writes that are refused. */
final class LostAnswerTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore link = new UnreliableStore(store);
  private final AtomicInteger runs = new AtomicInteger();
  private final TaskDefinition<Bytes, Void> count =
      RawDefinition.of(
              "T",
              attempt -> {
                runs.incrementAndGet();
                return Outcome.done();
              })
          .retry(Retry.never());

  @Test
  void claimWithALostResponseCountsNeitherAsAttemptNorAsLoss() throws Exception {
    OnLost<Bytes, Void> asks =
        OnLost.ask(
            (payload, attempt) -> {
              throw new IllegalStateException("nothing was lost, so the store is not asked");
            });
    for (OnLost<Bytes, Void> onLost :
        List.of(OnLost.<Bytes, Void>resume(), OnLost.<Bytes, Void>stop(), asks)) {
      runs.set(0);
      try (TestNode node = running(count.onLost(onLost).withoutLocalDispatch())) {
        link.loseAnswers(Verb.CLAIM, 1);
        UUID id = node.add(TaskRequest.of(TaskType.of("T")));
        assertThat(node.events.await(NodeEvent.OrphanReleased.class).taskId()).isEqualTo(id);
        node.completed(id, Rule.FINISH);
        assertThat(runs).hasValue(1);
        assertThat(node.finished(id).attempts()).isEqualTo(1);
        assertThat(node.finished(id).losses()).isZero();
        assertThat(node.events.all(NodeEvent.Swept.class)).isEmpty();
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void aClaimThatFailsIsTriedAgainAndKeepsNoSlot() throws Exception {
    try (TestNode node = running(count.withoutLocalDispatch())) {
      link.fail(Verb.CLAIM, 1);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void completionWithALostResponseIsFoundInItsFinishedRow() throws Exception {
    try (TestNode node = running(count)) {
      link.loseAnswers(Verb.APPLY, 1);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(1);
      assertThat(node.events.all(NodeEvent.LeaseLost.class)).isEmpty();
      node.assertNothingLeft();
    }
  }

  @Test
  void completionWithALostResponseAndNoRowCountsAsWritten() throws Exception {
    try (TestNode node = running(count.keepDone(Duration.ZERO))) {
      link.loseAnswers(Verb.APPLY, 1);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(1);
      assertThat(store.live()).isEmpty();
    }
  }

  @Test
  void retryWithALostResponseIsNotCountedTwice() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.of("T", attempt -> Outcome.retryAfter(Duration.ofHours(1), "later"));
    try (TestNode node = running(failing)) {
      link.loseAnswers(Verb.APPLY, 1);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.WAIT);
      assertThat(node.task(id).position().attempts()).isEqualTo(1);
    }
  }

  @Test
  void chainWithALostResponseContinuesOnce() throws Exception {
    TaskDefinition<?, ?> chain =
        RawDefinition.of(
            "T",
            attempt -> {
              runs.incrementAndGet();
              return attempt.state().isEmpty()
                  ? new HandlerOutcome.GoTo<>("B", null)
                  : Outcome.done();
            });
    try (TestNode node = running(chain)) {
      link.loseAnswers(Verb.APPLY, 1);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void nextTaskIsAddedOnceIfItsCommitsResponseIsLost() throws Exception {
    UnreliableTransactions transactions = new UnreliableTransactions(store);
    AtomicInteger children = new AtomicInteger();
    TaskDefinition<?, ?> first =
        RawDefinition.of("FIRST", attempt -> Outcome.next(TaskRequest.of(TaskType.of("SECOND"))));
    TaskDefinition<?, ?> second =
        RawDefinition.of(
            "SECOND",
            attempt -> {
              children.incrementAndGet();
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.transactions(transactions)
                    .define(first, second)
                    .decorator(
                        request -> {
                          if (request.type().name().equals("SECOND")) {
                            transactions.loseAnswerOfCommit(true);
                          }
                          return request;
                        }))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("FIRST")));
      node.completed(id, Rule.FINISH);
      node.events.await(TaskEvent.Completed.class, e -> e.flow().type().equals("SECOND"));
      assertThat(children).hasValue(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void refusedOutcomeStopsAloneInErrorAndItsBatchIsDone() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
            "T",
            attempt -> {
              gate.pass();
              return Outcome.done(attempt.payload());
            });
    link.refuse(LostAnswerTest::isBad);
    try (TestNode node = running(definition)) {
      List<TaskRequest<?, ?>> requests = new ArrayList<>();
      IntStream.range(0, 15)
          .forEach(
              i ->
                  requests.add(
                      TaskType.of("T", Bytes.class).with(Bytes.of(i == 7 ? "bad" : "good"))));
      node.baton.tasks().addAll(requests);
      gate.awaitArrivals(15);
      gate.open();
      node.events.await(TaskEvent.Completed.class, event -> true, 15);
      assertThat(store.live())
          .singleElement()
          .satisfies(
              task -> {
                assertThat(task.spec().payload()).isEqualTo(Bytes.of("bad"));
                assertThat(task.position().status()).isEqualTo(Status.ERROR);
              });
      assertThat(store.finished()).hasSize(14);
      node.assertNothingLeft();
    }
  }

  @Test
  void unknownOutcomeLosesNoOtherOutcomeOfItsBatch() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
            "T",
            attempt -> {
              gate.pass();
              return Outcome.done();
            });
    try (TestNode node = running(definition)) {
      for (int i = 0; i < 8; i++) {
        node.add(TaskRequest.of(TaskType.of("T")));
      }
      gate.awaitArrivals(8);
      // The first response is lost while other outcomes collect; then all are checked together.
      link.loseAnswers(Verb.APPLY, 1);
      link.fail(Verb.FIND, 1);
      gate.open();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 8);
      assertThat(node.events.all(NodeEvent.LeaseLost.class)).isEmpty();
      node.assertNothingLeft();
    }
  }

  @Test
  void refusedStateStopsTheTaskInErrorAndEndsItsChain() throws Exception {
    TaskDefinition<?, ?> chain =
        RawDefinition.of(
            "T",
            attempt -> {
              runs.incrementAndGet();
              return attempt.state().isEmpty()
                  ? new HandlerOutcome.GoTo<>("B", null)
                  : Outcome.done();
            });
    link.refuse(transition -> transition.rule() == Rule.NEXT_STATE);
    try (TestNode node = running(chain)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("could not be stored");
      node.assertNothingLeft();
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void taskWithALostCommitResponseIsFoundAndRunsOnce() throws Exception {
    try (TestNode node = running(count)) {
      MemoryTransaction transaction = store.begin();
      UUID id = node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
      assertThatThrownBy(() -> transaction.commitAndLoseAnswer(true))
          .isInstanceOf(CommitUnknownException.class);
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(1);
      assertThat(node.finished(id).attempts()).isEqualTo(1);
      assertThat(node.finished(id).losses()).isZero();
      node.assertNothingLeft();
    }
  }

  @Test
  void taskWithALostCommitLeavesNoTrace() throws Exception {
    try (TestNode node = running(count)) {
      MemoryTransaction transaction = store.begin();
      node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T")));
      assertThatThrownBy(() -> transaction.commitAndLoseAnswer(false))
          .isInstanceOf(CommitUnknownException.class);
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      assertThat(runs).hasValue(1);
      node.assertNothingLeft();
    }
  }

  /**
   * The task was claimed by its insert, and no caller knows that it exists: its owner is the only
   * trace.
   */
  @Test
  void singleStatementAddWithALostResponseRunsOnce() throws Exception {
    MemoryTransactions whole = new MemoryTransactions(store);
    Transactions single = new StatementsThatCommit(whole, store);
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.tasks(link)).transactions(single).define(count))) {
      link.loseAnswers(Verb.INSERT, 1);
      assertThatThrownBy(() -> node.add(TaskRequest.of(TaskType.of("T"))))
          .isInstanceOf(CommitUnknownException.class);
      UUID id = node.events.await(NodeEvent.OrphanReleased.class).taskId();
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(1);
      assertThat(node.finished(id).losses()).isZero();
      node.assertNothingLeft();
    }
  }

  /** Commits the writes of a failed statement, and reports that the result is unknown. */
  private record StatementsThatCommit(Transactions whole, MemoryTaskStore store)
      implements Transactions {
    @Override
    public Optional<Transaction> current() {
      return whole.current();
    }

    @Override
    public <T> T call(Work<T> work) throws Exception {
      return whole.call(work);
    }

    @Override
    public <T> T callSingle(Work<T> work) throws Exception {
      MemoryTransaction transaction = store.begin();
      try {
        return work.run(transaction);
      } catch (StoreException answerLost) {
        throw new CommitUnknownException("The response is lost", answerLost);
      } finally {
        transaction.commit();
      }
    }
  }

  private static boolean isBad(dev.baton.task.rule.Transition transition) {
    return transition.change() instanceof Change.Finish finish
        && Bytes.of("bad").equals(finish.result());
  }

  private TestNode running(TaskDefinition<?, ?> definition) {
    return TestNode.on(store, b -> b.stores(s -> s.tasks(link)).define(definition));
  }
}
