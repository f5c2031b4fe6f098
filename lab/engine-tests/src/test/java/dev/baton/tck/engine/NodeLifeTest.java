package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests starting and stopping nodes and buckets. */
final class NodeLifeTest {
  private final Gate gate = new Gate();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void stopWaitsForRunningHandlersAndWritesTheirOutcomes() throws Exception {
    TestNode node = TestNode.start(b -> b.define(blocking(gate::passStubbornly)));
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    ConcurrentLinkedQueue<Boolean> answer = new ConcurrentLinkedQueue<>();
    Thread stop = new Thread(() -> answer.add(stopped(node, Duration.ofSeconds(10))));
    stop.start();
    Waiting.until("stopping", () -> !node.baton.isBucketRunning("default"));
    gate.open();
    stop.join();
    assertThat(answer).containsExactly(true);
    assertThat(node.finished(id).status()).isEqualTo(Status.DONE);
    assertThat(node.baton.leasedTasks()).isZero();
  }

  @Test
  void aNodeStartsItsTasksBeforeItTakesDutiesUp() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    TestNode.addUnheard(store, 1, 1);
    AskedLeadership asked = new AskedLeadership();
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.define(blocking(() -> {}))
                    .leadership(asked)
                    .settings(s -> TestNode.QUICK.sweep(Duration.ofMinutes(1))))) {
      Waiting.until("the task ran", () -> runs.get() == 1);
      assertThat(asked.duties).isEmpty();
      node.assertNothingLeft();
    }
  }

  /** Records the duties for which it was asked. */
  private static final class AskedLeadership implements Leadership {
    private final Set<String> duties = ConcurrentHashMap.newKeySet();

    @Override
    public Optional<Duration> lead(String duty, UUID node) {
      duties.add(duty);
      return Optional.empty();
    }

    @Override
    public void resign(String duty, UUID node) {}
  }

  @Test
  void impatientStopInterruptsHandlersWithoutCountingAnAttempt() throws Exception {
    TestNode node = TestNode.start(b -> b.define(interruptible()));
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    assertThat(node.baton.stop(Duration.ZERO)).isTrue();
    assertThat(node.task(id).position().status()).isEqualTo(Status.READY);
    assertThat(node.task(id).position().attempts()).isZero();
    assertThat(node.task(id).position().losses()).isZero();
    node.assertNothingLeft();
  }

  @Test
  void stopWithTheLongestPatienceReturns() throws Exception {
    TestNode node = TestNode.start(b -> b.define(blocking(() -> {})));
    assertThat(node.baton.stop(ChronoUnit.FOREVER.getDuration())).isTrue();
  }

  @Test
  void anInterruptedTaskThatMustNotBeResumedFollowsItsRetryPolicy() throws Exception {
    TaskDefinition<?, ?> once = interruptible().onLost(OnLost.stop()).retry(Retry.never());
    TestNode node = TestNode.start(b -> b.define(once));
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    node.baton.stop(Duration.ZERO);
    assertThat(node.task(id).position().status()).isEqualTo(Status.ERROR);
  }

  @Test
  void handlerThatIgnoresTheInterruptKeepsItsLease() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    TestNode node =
        TestNode.on(
            store,
            b -> b.define(blocking(gate::passStubbornly)).settings(s -> TestNode.SHORT_LEASE));
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    assertThat(node.baton.stop(Duration.ZERO)).isFalse();
    TaskDefinition<?, ?> quick = blocking(() -> {});
    try (TestNode other = TestNode.on(store, b -> b.define(quick))) {
      other.completed(id, Rule.FINISH);
      assertThat(other.finished(id).losses()).isEqualTo(1);
    }
    gate.open();
  }

  @Test
  void stopLeavesQueuedTasksInTheStoreForOtherNodes() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    TestNode first = TestNode.on(store, b -> b.define(blocking(() -> {})));
    first
        .baton
        .tasks()
        .addAll(IntStream.range(0, 3_000).mapToObj(i -> TaskRequest.of(TaskType.of("T"))).toList());
    assertThat(first.baton.stop(Duration.ofSeconds(10))).isTrue();
    int claimed = first.events.all(NodeEvent.Claimed.class).size();
    assertThat(store.live()).hasSize(3_000 - runs.get());
    assertThat(store.live()).allSatisfy(t -> assertThat(t.position().owner()).isNull());
    try (TestNode second = TestNode.on(store, b -> b.define(blocking(() -> {})))) {
      Waiting.until("all are done", () -> store.live().isEmpty());
    }
    assertThat(runs).hasValue(3_000);
    assertThat(first.events.all(NodeEvent.Claimed.class)).hasSize(claimed);
  }

  @Test
  void nothingIsClaimedAfterAStopAndASecondStopDoesNothing() throws Exception {
    TestNode node = TestNode.start(b -> b.define(blocking(() -> {})));
    assertThat(node.baton.stop(Duration.ZERO)).isTrue();
    assertThat(node.baton.stop(Duration.ZERO)).isTrue();
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    node.baton.close();
    assertThat(node.events.all(TaskEvent.Started.class)).isEmpty();
    assertThat(node.task(id).position().status()).isEqualTo(Status.READY);
  }

  @Test
  void aSecondStopWaitsForTheFirst() throws Exception {
    TestNode node = TestNode.start(b -> b.define(blocking(gate::passStubbornly)));
    node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    ConcurrentLinkedQueue<Boolean> answers = new ConcurrentLinkedQueue<>();
    Thread first = new Thread(() -> answers.add(stopped(node, Duration.ofSeconds(10))));
    first.start();
    Waiting.until("stopping", () -> !node.baton.isBucketRunning("default"));
    assertThat(node.baton.stop(Duration.ofMillis(1))).isFalse();
    Thread second = new Thread(() -> answers.add(stopped(node, Duration.ofSeconds(10))));
    second.start();
    gate.open();
    first.join();
    second.join();
    assertThat(answers).containsExactly(true, true);
  }

  @Test
  void stopWaitsForARunningClaimAndReleasesItsTasks() throws Exception {
    BookingPolicy slow =
        candidate -> {
          gate.passStubbornly();
          return Booking.held(() -> {});
        };
    TaskDefinition<?, ?> definition =
        blocking(() -> {}).limits(Limit.custom(slow)).withoutLocalDispatch();
    TestNode node = TestNode.start(b -> b.define(definition));
    UUID id = node.add(TaskRequest.of(TaskType.of("T")));
    gate.awaitArrival();
    ConcurrentLinkedQueue<Boolean> answer = new ConcurrentLinkedQueue<>();
    Thread stop = new Thread(() -> answer.add(stopped(node, Duration.ofSeconds(10))));
    stop.start();
    Waiting.until("waits", () -> stop.getState() == Thread.State.TIMED_WAITING);
    Waiting.until("no bucket runs", () -> !node.baton.isBucketRunning(BucketOptions.DEFAULT));
    gate.open();
    stop.join();
    assertThat(answer).containsExactly(true);
    assertThat(node.starts(id)).isZero();
    assertThat(node.task(id).position().status()).isEqualTo(Status.READY);
    assertThat(node.task(id).position().attempts()).isZero();
    assertThat(node.baton.leasedTasks()).isZero();
  }

  @Test
  void aBucketStartedByHandRunsNothingUntilItIsStarted() throws Exception {
    BucketOptions byHand = BucketOptions.named("nightly").startedByHand();
    TaskDefinition<?, ?> nightly =
        RawDefinition.of("NIGHTLY", attempt -> Outcome.done()).bucket("nightly");
    try (TestNode node =
        TestNode.start(b -> b.define(nightly, blocking(() -> {})).bucket(byHand))) {
      UUID held = node.add(TaskRequest.of(TaskType.of("NIGHTLY")));
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))));
      assertThat(node.starts(held)).isZero();
      assertThat(node.baton.isBucketRunning("nightly")).isFalse();
      node.baton.startBucket("nightly");
      node.completed(held);
    }
  }

  @Test
  void stoppedBucketLetsHandlersEndAndContinuesAfterAStart() throws Exception {
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(blocking(gate::passStubbornly))
                    .settings(s -> TestNode.QUICK.poll(Duration.ofMinutes(1))))) {
      UUID runningOne = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      CompletableFuture<Void> rest = node.baton.stopBucket("default").toCompletableFuture();
      UUID queued = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(rest).isNotDone();
      gate.open();
      node.completed(runningOne, Rule.FINISH);
      assertThat(rest).succeedsWithin(Duration.ofSeconds(60));
      assertThat(node.baton.leasedTasks()).isZero();
      assertThat(node.starts(queued)).isZero();
      node.baton.startBucket("default");
      node.completed(queued, Rule.FINISH);
    }
  }

  @Test
  void stoppedBucketIsIdleWhileAnotherBucketRuns() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.define(blocking(gate::passStubbornly).bucket("other")))) {
      node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      assertThat(node.baton.stopBucket("default")).succeedsWithin(Duration.ofSeconds(60));
      gate.open();
      assertThat(node.baton.stopBucket("other")).succeedsWithin(Duration.ofSeconds(60));
    }
  }

  @Test
  void anUnknownBucketCannotBeStarted() {
    try (TestNode node = TestNode.start(b -> b)) {
      assertThatThrownBy(() -> node.baton.startBucket("nowhere"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("has no bucket 'nowhere'; it has [default]");
    }
  }

  private TaskDefinition<?, ?> interruptible() {
    return RawDefinition.of(
        "T",
        attempt -> {
          gate.pass();
          return Outcome.done();
        });
  }

  private TaskDefinition<?, ?> blocking(Runnable wait) {
    RawHandler.Sync handler =
        attempt -> {
          runs.incrementAndGet();
          wait.run();
          return Outcome.done();
        };
    return RawDefinition.of("T", handler);
  }

  private static boolean stopped(TestNode node, Duration patience) {
    try {
      return node.baton.stop(patience);
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
