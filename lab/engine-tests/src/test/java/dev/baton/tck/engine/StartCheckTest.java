package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Signals.Cancellation;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Transactions;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tests that a handler starts only while its lease is in force, its bucket runs, its node isn't
 * stopping and no pause applies.
 */
final class StartGateTest {
  private static final String BUCKET = "default";
  private static final String PAUSED = "it was paused before it could start";
  private static final NodeSettings LONG_LEASE = TestNode.QUICK.lease(Duration.ofMinutes(5));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore pauses = new MemoryClusterStore(LivedTime.CLOCK);
  private final AtomicInteger starts = new AtomicInteger();
  private final Gate gate = new Gate();
  private final TaskDefinition<?, ?> counted =
      RawDefinition.of(
              "T",
              attempt -> {
                starts.incrementAndGet();
                return Outcome.done();
              })
          .withoutLocalDispatch();

  /** A store whose claims return when the gate opens. */
  private final StoreWrapper claimsLate =
      new StoreWrapper(store) {
        @Override
        public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
          List<Task> claimed = super.claim(owner, lease, requests);
          gate.passStubbornly();
          return claimed;
        }
      };

  @Test
  void lateClaimOfAStoppedBucketIsReleasedUncounted() throws Exception {
    try (TestNode node =
        TestNode.on(
            store,
            b -> b.stores(s -> s.tasks(claimsLate)).define(counted).settings(s -> LONG_LEASE))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      node.baton.stopBucket(BUCKET);
      gate.open();
      givenBack(node, id, "its bucket is stopped on this node");
      assertThat(starts).hasValue(0);
      node.baton.startBucket(BUCKET);
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void lateClaimOfAPausedTypeIsReleasedUncounted() throws Exception {
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(claimsLate).cluster(pauses))
                    .define(counted)
                    .settings(s -> LONG_LEASE))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      pauseWhileItWaits(node, id);
      node.baton.cluster().resume(Pause.type("T"));
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void lateClaimOfAStoppingNodeIsReleasedUncounted() throws Exception {
    TestNode node =
        TestNode.on(
            store,
            b -> b.stores(s -> s.tasks(claimsLate)).define(counted).settings(s -> LONG_LEASE));
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    CompletableFuture<Void> stop = CompletableFuture.runAsync(node.baton::close);
    Waiting.until("it stops", () -> !node.baton.isBucketRunning(BUCKET));
    gate.open();
    stop.get(20, TimeUnit.SECONDS);
    givenBack(node, id, "this node stops");
    assertThat(starts).hasValue(0);
  }

  @Test
  void lateClaimOfADoneTaskStartsNothing() throws Exception {
    try (TestNode slow =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(claimsLate))
                    .define(counted)
                    .settings(s -> TestNode.SHORT_LEASE))) {
      UUID id = slow.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      try (TestNode other =
          TestNode.on(store, b -> b.define(counted).settings(s -> TestNode.SHORT_LEASE))) {
        Waiting.until(
            "it is done",
            () -> other.baton.operations().find(id).filter(TaskInfo::isFinished).isPresent());
      }
      gate.open();
      slow.events.await(NodeEvent.LeaseLost.class);
      slow.assertNothingLeft();
    }
    assertThat(starts).hasValue(1);
  }

  @Test
  void attemptWithALateThreadIsReleasedAfterTheStopOfItsBucket() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.runtime(new LateThreads()).define(counted))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      stopWhileItWaits(node, id);
      assertThat(node.events.all(TaskEvent.Started.class)).isEmpty();
    }
  }

  @Test
  void attemptWithALateThreadIsReleasedAfterAPause() throws Exception {
    try (TestNode node =
        TestNode.on(
            store,
            b -> b.runtime(new LateThreads()).stores(s -> s.cluster(pauses)).define(counted))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      pauseWhileItWaits(node, id);
      assertThat(node.events.all(TaskEvent.Started.class)).isEmpty();
    }
  }

  @Test
  void attemptWithALateThreadDoesNotStartAfterACancel() throws Exception {
    try (TestNode node =
        TestNode.on(
            store, b -> b.runtime(new LateThreads()).define(counted).settings(s -> LONG_LEASE))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      assertThat(node.baton.tasks().cancel(id, "not needed"))
          .isEqualTo(Cancellation.CANCELLED_RUNNING);
      gate.open();
      node.assertNothingLeft();
      assertThat(starts).hasValue(0);
    }
  }

  /** A runtime in which an attempt gets its thread when the gate opens. */
  private final class LateThreads extends LivedRuntime {
    @Override
    public Worker startAttempt(String name, Runnable body) {
      return super.startAttempt(
          name,
          () -> {
            gate.passStubbornly();
            body.run();
          });
    }
  }

  @Test
  void handlerWithALateTransactionIsReleasedAfterTheStop() throws Exception {
    MemoryTransactions memory = new MemoryTransactions(store);
    Transactions late =
        new Transactions() {
          @Override
          public Optional<Transaction> current() {
            return memory.current();
          }

          @Override
          public <T> T call(Work<T> work) throws Exception {
            if (Thread.currentThread().getName().contains("baton-T-")) {
              gate.passStubbornly();
            }
            return memory.call(work);
          }
        };
    TaskDefinition<?, ?> transactional =
        RawDefinition.transactional(
                "T",
                (attempt, transaction) -> {
                  starts.incrementAndGet();
                  return Outcome.done();
                })
            .withoutLocalDispatch();
    try (TestNode node =
        TestNode.on(
            store, b -> b.runtime(new NamedAttempts()).transactions(late).define(transactional))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      stopWhileItWaits(node, id);
    }
  }

  /** A runtime in which attempts run on threads with their names. */
  private static final class NamedAttempts extends LivedRuntime {
    @Override
    public Worker startAttempt(String name, Runnable body) {
      return start(name, body);
    }
  }

  @Test
  void taskIsReleasedInItsNextStateAfterTheStopOfItsBucket() throws Exception {
    TaskDefinition<?, ?> legs =
        RawDefinition.of(
            "T",
            attempt -> {
              if (attempt.state().equals("second")) {
                starts.incrementAndGet();
                return Outcome.done();
              }
              gate.pass();
              return new HandlerOutcome.GoTo<>("second", null);
            });
    try (TestNode node = TestNode.on(store, b -> b.define(legs))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      stopWhileItWaits(node, id);
      assertThat(node.task(id).position().state()).isEqualTo("second");
    }
  }

  @Test
  void taskIsReleasedIfItsBucketStopsDuringItsReconciler() throws Exception {
    TaskDefinition<?, ?> asks =
        TaskDefinition.of(TaskType.of("T"))
            .handler(
                (none, attempt) -> {
                  starts.incrementAndGet();
                  attempt.markIrreversible();
                  throw new IllegalStateException("no node knows its progress");
                })
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(4))
            .onLost(
                OnLost.askIfMarked(
                    (payload, attempt) -> {
                      gate.pass();
                      return Reconciliation.notHappened();
                    }));
    try (TestNode node = TestNode.on(store, b -> b.define(asks))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      node.baton.stopBucket(BUCKET);
      gate.open();
      givenBack(node, id, "its bucket is stopped on this node", 1);
      assertThat(starts).hasValue(1);
    }
  }

  private void stopWhileItWaits(TestNode node, UUID id) throws InterruptedException {
    gate.awaitArrival();
    node.baton.stopBucket(BUCKET);
    gate.open();
    givenBack(node, id, "its bucket is stopped on this node");
    assertThat(starts).hasValue(0);
  }

  private void pauseWhileItWaits(TestNode node, UUID id) throws InterruptedException {
    gate.awaitArrival();
    node.baton.cluster().pause(Pause.type("T"), "");
    gate.open();
    givenBack(node, id, PAUSED);
    assertThat(starts).hasValue(0);
  }

  private static void givenBack(TestNode node, UUID id, String reason) throws InterruptedException {
    givenBack(node, id, reason, 0);
  }

  private static void givenBack(TestNode node, UUID id, String reason, int attempts)
      throws InterruptedException {
    NodeEvent.LocalDispatchReleased released =
        node.events.await(NodeEvent.LocalDispatchReleased.class);
    assertThat(released.taskId()).isEqualTo(id);
    assertThat(released.reason()).isEqualTo(reason);
    Task task = node.task(id);
    assertThat(task.position().status()).isEqualTo(Status.READY);
    assertThat(task.position().attempts()).isEqualTo(attempts);
    assertThat(task.position().losses()).isZero();
    node.assertNothingLeft();
  }
}
