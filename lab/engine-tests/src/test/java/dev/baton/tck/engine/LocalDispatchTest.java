package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests when a task may start on the adding node without a claim, and what happens when it can't.
 */
final class LocalDispatchTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final Gate gate = new Gate();
  private final TaskDefinition<?, ?> count =
      RawDefinition.of(
          "T",
          attempt -> {
            runs.incrementAndGet();
            return Outcome.done();
          });
  private final TaskDefinition<?, ?> block =
      RawDefinition.of(
          "BLOCK",
          attempt -> {
            gate.pass();
            return Outcome.done();
          });

  @Test
  void typeOrRequestWithoutLocalDispatchIsClaimed() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(count, block.withoutLocalDispatch()))) {
      assertClaimed(node, withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      assertClaimed(node, TaskRequest.of(TaskType.of("BLOCK")));
      gate.open();
    }
  }

  @Test
  void aTypeThatMustNotBeResumedIsClaimed() throws Exception {
    TaskDefinition<?, ?> asks =
        count.onLost(OnLost.ask((payload, attempt) -> Reconciliation.notHappened()));
    for (TaskDefinition<?, ?> definition : List.of(count.onLost(OnLost.stop()), asks)) {
      try (TestNode node = TestNode.start(b -> b.define(definition))) {
        assertClaimed(node, TaskRequest.of(TaskType.of("T")));
      }
    }
  }

  @Test
  void aTaskIsNotDispatchedLocallyPastOthersOfItsFlowThatWaitForASlot() throws Exception {
    TaskDefinition<?, ?> narrow = block.limits(Limit.node(1));
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(count, narrow)
                    .settings(s -> TestNode.QUICK.poll(java.time.Duration.ofMinutes(1))))) {
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("BLOCK"))));
      gate.awaitArrival();
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("BLOCK"))));
      node.events.await(NodeEvent.Refused.class);
      // No task that ends meanwhile: the slot that it frees has all be asked again for a moment.
      UUID third = node.add(TaskRequest.of(TaskType.of("BLOCK")));
      assertThat(node.events.all(TaskEvent.Added.class))
          .filteredOn(added -> added.taskId().equals(third))
          .extracting(TaskEvent.Added::claimedByInsert)
          .containsExactly(false);
      UUID other = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(other, Rule.FINISH);
      assertThat(node.events.all(NodeEvent.LocalDispatchReleased.class)).isEmpty();
      gate.open();
    }
  }

  @Test
  void aTaskIsNotDispatchedLocallyPastOthersWhenTheNodeIsFull() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.define(count, block).settings(s -> TestNode.QUICK.maxRunning(1)))) {
      node.add(TaskRequest.of(TaskType.of("BLOCK")));
      gate.awaitArrival();
      UUID later = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.task(later).position().owner()).isNull();
      gate.open();
      node.completed(later, Rule.FINISH);
    }
  }

  @Test
  void aBulkAddIsClaimedInBatches() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(count))) {
      List<AddResult> added =
          node.baton
              .tasks()
              .addAll(
                  IntStream.range(0, 21).mapToObj(i -> TaskRequest.of(TaskType.of("T"))).toList());
      node.events.await(TaskEvent.Completed.class, event -> true, 21);
      assertThat(added).hasSize(21);
      assertThat(node.events.all(NodeEvent.Claimed.class)).hasSize(21);
    }
  }

  @Test
  void onlyTheSecondAddOfAnUndoneIdStarts() throws Exception {
    List<String> started = new CopyOnWriteArrayList<>();
    TaskDefinition<?, ?> note =
        RawDefinition.of(
            "NOTE",
            attempt -> {
              started.add(attempt.payloadText());
              return Outcome.done();
            });
    try (TestNode node = TestNode.start(b -> b.define(note))) {
      UUID id = UUID.randomUUID();
      node.transactions.call(
          transaction -> {
            MemoryTransaction own = transaction.unwrap(MemoryTransaction.class);
            for (int i = 0; i < 3; i++) {
              MemoryTransaction.Savepoint savepoint = own.savepoint();
              node.baton
                  .tasks()
                  .add(
                      transaction,
                      TaskType.of("NOTE", Bytes.class).with(Bytes.of("undone")).id(id));
              own.rollbackTo(savepoint);
            }
            return node.baton
                .tasks()
                .add(transaction, TaskType.of("NOTE", Bytes.class).with(Bytes.of("kept")).id(id));
          });
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(started).containsExactly("kept");
    }
  }

  @Test
  void pollFindsTheTaskOfATransactionThatReportsNoEnd() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(count))) {
      MemoryTransaction transaction = node.store.begin();
      UUID id =
          node.baton
              .tasks()
              .add(new Silent(transaction), TaskRequest.of(TaskType.of("T")))
              .taskId();
      transaction.commit();
      node.completed(id);
      assertThat(node.events.all(NodeEvent.Claimed.class)).hasSize(1);
    }
  }

  @Test
  void taskWithoutAFreeSlotIsReleasedAndRunsLater() throws Exception {
    TaskDefinition<?, ?> narrow = block.limits(Limit.node(1));
    try (TestNode node = TestNode.start(b -> b.define(narrow))) {
      MemoryTransaction one = node.store.begin();
      MemoryTransaction two = node.store.begin();
      node.baton.tasks().add(one, TaskRequest.of(TaskType.of("BLOCK")));
      UUID second = node.baton.tasks().add(two, TaskRequest.of(TaskType.of("BLOCK"))).taskId();
      one.commit();
      gate.awaitArrival();
      two.commit();
      NodeEvent.LocalDispatchReleased released =
          node.events.await(NodeEvent.LocalDispatchReleased.class);
      assertThat(released.taskId()).isEqualTo(second);
      assertThat(released.reason()).isEqualTo("no slot is free");
      gate.open();
      node.completed(second, Rule.FINISH);
      assertThat(node.finished(second).attempts()).isEqualTo(1);
      assertThat(node.finished(second).losses()).isZero();
      node.assertNothingLeft();
    }
  }

  @Test
  void longTransactionReleasesItsTasks() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(count).settings(s -> TestNode.SHORT_LEASE))) {
      MemoryTransaction transaction = node.store.begin();
      UUID id = node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
      Instant tooLate = LivedTime.CLOCK.instant().plus(TestNode.SHORT_LEASE.lease().dividedBy(3));
      Waiting.until(
          "a third of the lease is over", () -> LivedTime.CLOCK.instant().isAfter(tooLate));
      transaction.commit();
      assertThat(node.events.await(NodeEvent.LocalDispatchReleased.class).reason())
          .contains("used too much of the lease");
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).attempts()).isEqualTo(1);
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void aTransactionLongerThanTheLeaseLosesAndDoublesNothing() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(count).settings(s -> TestNode.SHORT_LEASE))) {
      MemoryTransaction transaction = node.store.begin();
      UUID id = node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
      Instant over = LivedTime.CLOCK.instant().plus(TestNode.SHORT_LEASE.lease()).plusMillis(20);
      Waiting.until("the lease is over", () -> LivedTime.CLOCK.instant().isAfter(over));
      transaction.commit();
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void rolledBackTransactionFreesItsExpectedSlots() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.define(count).settings(s -> TestNode.QUICK.maxRunning(1)))) {
      for (int i = 0; i < 3; i++) {
        MemoryTransaction transaction = node.store.begin();
        node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T")));
        transaction.rollback();
        assertThat(node.baton.leasedTasks()).isZero();
      }
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id);
      assertThat(node.events.all(NodeEvent.Claimed.class)).isEmpty();
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void aDuplicateIsNeitherDispatchedLocallyNorHeld() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(count))) {
      TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T")).id(new UUID(1, 1));
      node.completed(node.add(request));
      assertThat(node.baton.tasks().add(request).wasAdded()).isFalse();
      node.assertNothingLeft();
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void failedAddKeepsNoTask() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.define(count).decorator(request -> request.bucket("nowhere")))) {
      assertThatThrownBy(() -> node.add(TaskRequest.of(TaskType.of("T"))))
          .isInstanceOf(RequestRefusedException.class);
      node.assertNothingLeft();
    }
  }

  @Test
  void aTaskAddedByAStoppedNodeIsLeftToOthers() throws Exception {
    TestNode stopped = TestNode.start(b -> b.define(count));
    stopped.close();
    UUID id = stopped.add(TaskRequest.of(TaskType.of("T")));
    assertThat(runs).hasValue(0);
    try (TestNode other = TestNode.on(stopped.store, b -> b.define(count))) {
      other.completed(id, Rule.FINISH);
      assertThat(stopped.starts(id)).isZero();
    }
  }

  @Test
  void taskCommittedDuringTheStopIsReleasedUnstarted() throws Exception {
    TestNode stopping = TestNode.start(b -> b.define(count));
    MemoryTransaction transaction = stopping.store.begin();
    stopping.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T")));
    Thread stop = new Thread(stopping::close);
    stop.start();
    Waiting.until("stopping", () -> !stopping.baton.isBucketRunning("default"));
    Waiting.until("waiting for it", () -> stop.getState() == Thread.State.TIMED_WAITING);
    transaction.commit();
    assertThat(stopping.events.await(NodeEvent.LocalDispatchReleased.class).reason())
        .isEqualTo("this node stops");
    stop.join();
    // The dispatcher's last round may have run the task during the stop.
    assertThat(stopping.store.live())
        .hasSize(1 - runs.get())
        .allSatisfy(task -> assertThat(task.position().attempts()).isZero())
        .allSatisfy(task -> assertThat(task.position().owner()).isNull());
    assertThat(stopping.events.all(TaskEvent.Started.class))
        .filteredOn(TaskEvent.Started::dispatchedLocally)
        .isEmpty();
    assertThat(stopping.baton.leasedTasks()).isZero();
  }

  @Test
  void taskOfACallersTransactionIsReadBeforeItStarts() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode node = TestNode.on(store, b -> b.stores(s -> s.tasks(link)).define(count))) {
      node.completed(node.baton.tasks().add(TaskRequest.of(TaskType.of("T"))).taskId());
      assertThat(link.calls(Verb.CONFIRM)).as("added alone, it needn't be").isZero();
      MemoryTransaction transaction = node.store.begin();
      UUID id = node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
      transaction.commit();
      node.completed(id);
      assertThat(link.calls(Verb.CONFIRM)).isEqualTo(1);
      assertThat(node.events.all(NodeEvent.Claimed.class)).isEmpty();
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void taskThatIsReadBeforeItsStartStillExpectsItsSlot() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(link))
                    .define(count)
                    .settings(s -> TestNode.QUICK.maxRunning(1)))) {
      link.fail(Verb.CONFIRM, Integer.MAX_VALUE);
      MemoryTransaction transaction = node.store.begin();
      UUID first = node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
      transaction.commit();
      Waiting.until("asked for", () -> link.calls(Verb.CONFIRM) > 0);
      UUID second = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.events.all(TaskEvent.Added.class))
          .extracting(TaskEvent.Added::claimedByInsert)
          .containsExactly(true, false);
      link.fail(Verb.CONFIRM, 0);
      node.completed(first, Rule.FINISH);
      node.completed(second, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void tasksAfterARolledBackSavepointAreReadBeforeTheyStart() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode node = TestNode.on(store, b -> b.stores(s -> s.tasks(link)).define(count))) {
      MemoryTransaction transaction = node.store.begin();
      MemoryTransaction.Savepoint savepoint = transaction.savepoint();
      node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T")));
      transaction.rollbackTo(savepoint);
      UUID real = node.baton.tasks().add(transaction, TaskRequest.of(TaskType.of("T"))).taskId();
      link.fail(Verb.CONFIRM, 1);
      transaction.commit();
      node.completed(real, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(link.calls(Verb.CONFIRM)).isGreaterThanOrEqualTo(2);
      assertThat(runs).hasValue(1);
    }
  }

  private static void assertClaimed(TestNode node, TaskRequest<?, ?> request) throws Exception {
    UUID id = node.add(request);
    TaskEvent.Started started =
        node.events.await(TaskEvent.Started.class, event -> event.taskId().equals(id));
    assertThat(started.dispatchedLocally()).isFalse();
  }

  /** A transaction that never reports its end, like a connection that a caller passes. */
  private record Silent(MemoryTransaction transaction) implements Transaction {
    @Override
    public <T> T unwrap(Class<T> type) {
      return transaction.unwrap(type);
    }

    @Override
    public void onEnd(Consumer<End> callback) {}

    @Override
    public boolean reportsEnd() {
      return false;
    }
  }
}
