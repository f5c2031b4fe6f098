package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.TaskSpec;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that effects in the handler's own transaction happen exactly once, whatever goes wrong. */
final class TransactionalHandlerTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableTransactions transactions = new UnreliableTransactions(store);

  @Test
  void effectsAndCompletionCommitTogether() throws Exception {
    try (TestNode node = running((attempt, transaction) -> paid(transaction, Outcome.done()))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      assertThat(store.effects()).containsEntry("paid", 1);
      assertThat(node.finished(id).status()).isEqualTo(Status.DONE);
      node.assertNothingLeft();
    }
  }

  @Test
  void exceptionRollsEffectsBackAndTheFailureIsWrittenSeparately() throws Exception {
    RawHandler.Transactional handler =
        (attempt, transaction) -> {
          paid(transaction, Outcome.done());
          if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("after the effect");
          }
          return Outcome.done();
        };
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      assertThat(node.completed(id, Rule.RETRY_NOW).error()).contains("after the effect");
      node.completed(id, Rule.FINISH);
      assertThat(store.effects()).containsEntry("paid", 1);
      assertThat(node.finished(id).attempts()).isEqualTo(2);
    }
  }

  @Test
  void requestedRetryRollsTheEffectsBack() throws Exception {
    assertThat(paidWhenFirstAttemptAnswers(Outcome.retry("one more"))).isEqualTo(1);
    assertThat(paidWhenFirstAttemptAnswers(Outcome.retryAfter(Duration.ZERO, "one more")))
        .isEqualTo(1);
  }

  @Test
  void aRetryThatCommitsKeepsTheEffects() throws Exception {
    assertThat(paidWhenFirstAttemptAnswers(Outcome.commitAndRetry("one more"))).isEqualTo(2);
    assertThat(paidWhenFirstAttemptAnswers(Outcome.commitAndRetryAfter(Duration.ZERO, "one more")))
        .isEqualTo(2);
  }

  private Integer paidWhenFirstAttemptAnswers(Outcome<?> first) throws Exception {
    runs.set(0);
    int before = store.effects().getOrDefault("paid", 0);
    RawHandler.Transactional handler =
        (attempt, transaction) ->
            paid(transaction, runs.incrementAndGet() == 1 ? first : Outcome.done());
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      assertThat(node.completed(id, Rule.RETRY_NOW).error()).isEqualTo("one more");
      node.completed(id, Rule.FINISH);
      return store.effects().get("paid") - before;
    }
  }

  @Test
  void aTaskCancelledWhileItRunsHasNoEffect() throws Exception {
    Gate gate = new Gate();
    RawHandler.Transactional handler =
        (attempt, transaction) -> {
          gate.passStubbornly();
          return paid(transaction, Outcome.done());
        };
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      gate.awaitArrival();
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("no more");
      gate.open();
      node.events.await(NodeEvent.LeaseLost.class);
      assertThat(store.effects()).isEmpty();
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
      node.assertNothingLeft();
    }
  }

  @Test
  void aTaskThatWasSweptWhileItRanHasItsEffectOnce() throws Exception {
    Gate gate = new Gate();
    RawHandler.Transactional handler =
        (attempt, transaction) -> {
          if (runs.incrementAndGet() == 1) {
            gate.passStubbornly();
          }
          return paid(transaction, Outcome.done());
        };
    TaskDefinition<?, ?> overdue =
        RawDefinition.transactional("PAY", handler).deadline(Duration.ofMillis(50));
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.transactions(transactions).define(overdue).settings(s -> TestNode.SHORT_LEASE))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.events.await(NodeEvent.Swept.class, event -> event.rule() == Rule.LOST);
      node.completed(id, Rule.FINISH);
      gate.open();
      node.events.await(NodeEvent.LeaseLost.class);
      assertThat(runs).hasValue(2);
      assertThat(store.effects()).containsEntry("paid", 1);
      node.assertNothingLeft();
    }
  }

  @Test
  void appliedCommitWithALostResponseIsNotRunAgain() throws Exception {
    RawHandler.Transactional handler =
        (attempt, transaction) -> {
          runs.incrementAndGet();
          transactions.loseAnswerOfCommit(true);
          return paid(transaction, Outcome.done());
        };
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(1);
      assertThat(store.effects()).containsEntry("paid", 1);
      assertThat(node.finished(id).attempts()).isEqualTo(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void unappliedCommitWithALostResponseIsRunAgain() throws Exception {
    RawHandler.Transactional handler =
        (attempt, transaction) -> {
          if (runs.incrementAndGet() == 1) {
            transactions.loseAnswerOfCommit(false);
          }
          return paid(transaction, Outcome.done());
        };
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.RETRY_NOW);
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(2);
      assertThat(store.effects()).containsEntry("paid", 1);
      node.assertNothingLeft();
    }
  }

  @Test
  void aStepOfAChainWhoseCommitIsUnknownHasItsEffectOnce() throws Exception {
    for (boolean applied : new boolean[] {true, false}) {
      AtomicInteger begun = new AtomicInteger();
      RawHandler.Transactional handler =
          (attempt, transaction) -> {
            String effect = attempt.state() + applied;
            transaction.unwrap(MemoryTransaction.class).effect(effect);
            if (!attempt.state().isEmpty()) {
              return Outcome.done();
            }
            if (begun.incrementAndGet() == 1) {
              transactions.loseAnswerOfCommit(applied);
            }
            return new HandlerOutcome.GoTo<>("SECOND", null);
          };
      try (TestNode node = running(handler)) {
        UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
        node.completed(id, Rule.FINISH);
        assertThat(begun).hasValue(applied ? 1 : 2);
        assertThat(store.effects()).containsEntry("" + applied, 1);
        assertThat(store.effects()).containsEntry("SECOND" + applied, 1);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void taskWithoutATransactionIsPostponedWithoutAnAttempt() throws Exception {
    TaskDefinition<?, ?> once =
        RawDefinition.transactional("PAY", (a, transaction) -> paid(transaction, Outcome.done()))
            .retry(Retry.never());
    try (TestNode node = on(once)) {
      MemoryTransaction adding = store.begin();
      UUID id = node.baton.tasks().add(adding, TaskRequest.of(TaskType.of("PAY"))).taskId();
      transactions.refuse(1);
      adding.commit();
      assertThat(node.completed(id, Rule.WAIT).error())
          .contains("The handler could not be started")
          .contains("No connection is free");
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).attempts()).isEqualTo(1);
      assertThat(store.effects()).containsEntry("paid", 1);
    }
  }

  @Test
  void theNextTaskCommitsWithTheEffects() throws Exception {
    RawHandler.Transactional handler =
        (attempt, transaction) ->
            paid(transaction, Outcome.next(TaskRequest.of(TaskType.of("TELL"))));
    TaskDefinition<?, ?> tell = RawDefinition.of("TELL", attempt -> Outcome.done());
    try (TestNode node = on(RawDefinition.transactional("PAY", handler), tell)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      TaskEvent.Added next =
          node.events.await(TaskEvent.Added.class, event -> event.flow().type().equals("TELL"));
      node.completed(next.taskId(), Rule.FINISH);
      assertThat(node.finished(next.taskId()).spec().parentId()).isEqualTo(id);
      assertThat(store.effects()).containsEntry("paid", 1);
    }
  }

  @Test
  void tasksAddedInTheHandlersTransactionAreRolledBackWithIt() throws Exception {
    TestNode[] self = new TestNode[1];
    RawHandler.Transactional handler =
        (attempt, transaction) -> {
          self[0].add(
              TaskType.of("CHILD", Bytes.class).with(Bytes.of("of attempt " + attempt.number())));
          if (attempt.number() == 1) {
            throw new IllegalStateException("after the add");
          }
          return Outcome.done();
        };
    TaskDefinition<?, ?> child =
        RawDefinition.of("CHILD", attempt -> Outcome.done(attempt.payload()));
    try (TestNode node = on(retried(handler), child)) {
      self[0] = node;
      node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.FINISH);
      node.events.await(TaskEvent.Completed.class, event -> event.flow().type().equals("CHILD"));
      assertThat(store.live()).isEmpty();
      assertThat(store.finished())
          .filteredOn(task -> task.spec().type().equals("CHILD"))
          .singleElement()
          .satisfies(task -> assertThat(task.result().toText()).isEqualTo("of attempt 2"));
    }
  }

  @Test
  void transactionalHandlerContinuesInItsNextState() throws Exception {
    RawHandler.Transactional handler =
        (attempt, transaction) ->
            paid(
                transaction,
                attempt.state().isEmpty()
                    ? new HandlerOutcome.GoTo<>("SECOND", null)
                    : Outcome.done());
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.NEXT_STATE);
      node.completed(id, Rule.FINISH);
      assertThat(store.effects()).containsEntry("paid", 2);
      node.assertNothingLeft();
    }
  }

  @Test
  void anOutcomeThatCannotBeWrittenRollsTheEffectsBack() throws Exception {
    Bytes large = Bytes.of(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    for (Outcome<?> impossible :
        List.of(Outcome.done(large), new HandlerOutcome.GoTo<>("S".repeat(61), null))) {
      TaskDefinition<?, ?> once =
          RawDefinition.transactional("PAY", (a, transaction) -> paid(transaction, impossible))
              .retry(Retry.never());
      try (TestNode node = on(once)) {
        UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
        node.completed(id, Rule.STOP_IN_ERROR);
        assertThat(store.effects()).isEmpty();
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void endOfAnOverdueTransactionIsNotInterrupted() throws Exception {
    for (boolean fails : new boolean[] {false, true}) {
      RawHandler.Transactional handler =
          (attempt, transaction) -> {
            Waiting.until("interrupted", () -> Thread.currentThread().isInterrupted());
            if (fails) {
              throw new IllegalStateException("asked to stop");
            }
            return paid(transaction, Outcome.done());
          };
      TaskDefinition<?, ?> overdue =
          RawDefinition.transactional("PAY", handler)
              .deadline(Duration.ofMillis(30))
              .retry(Retry.never());
      try (TestNode node = on(overdue)) {
        UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
        node.completed(id, fails ? Rule.STOP_IN_ERROR : Rule.FINISH);
        assertThat(transactions.endedInterrupted).hasValue(false);
        assertThat(store.effects()).containsEntry("paid", 1);
      }
    }
  }

  private static Outcome<?> paid(Transaction transaction, Outcome<?> outcome) {
    transaction.unwrap(MemoryTransaction.class).effect("paid");
    return outcome;
  }

  private TestNode running(RawHandler.Transactional handler) {
    return on(retried(handler));
  }

  private static TaskDefinition<?, ?> retried(RawHandler.Transactional handler) {
    return RawDefinition.transactional("PAY", handler).retry(Retry.fixed(Duration.ZERO));
  }

  private TestNode on(TaskDefinition<?, ?>... definitions) {
    return TestNode.on(store, b -> b.transactions(transactions).define(definitions));
  }
}
