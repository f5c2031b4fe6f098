package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.api.Batch;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.override.ActiveOverride;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideValue;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleState;
import dev.baton.spi.core.CoreStore;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.rule.NodeStart;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes whose tasks are in Cassandra. */
class CassandraNodeTest {
  private static final int PATIENCE_SECONDS = 60;

  private static final TaskType<String, String> GREET =
      TaskType.of("GREET", String.class, String.class);

  private final TestKeyspace keyspace = TestKeyspace.empty();

  @Test
  void twoNodesRunTasksAndRetryThem() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    TaskDefinition<?, ?> greets =
        TaskDefinition.of(GREET)
            .handler(
                (name, attempt) -> {
                  if (starts.incrementAndGet() == 1) {
                    throw new IllegalStateException("the first attempt fails");
                  }
                  return "Hello, " + name;
                });
    try (Baton one = node(greets);
        Baton other = node(greets)) {
      String greeting =
          one.tasks().submit(GREET.with("Ada")).result().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(greeting).isEqualTo("Hello, Ada");
      assertThat(starts).hasValue(2);
      assertThat(other.tasks().add(TaskRequest.of(TaskType.of("NOBODY_KNOWS"))).wasAdded())
          .isTrue();
    }
  }

  @Test
  void taskOfDeadNodeIsRunByAnother() throws Exception {
    CoreStore store = keyspace.store(InstantSource.system());
    TaskDraft held = TaskDraft.held("RESCUE", new NodeStart(7).owner(1), TaskDraft.PAST);
    new StoreScenario(store).add(held);
    CompletableFuture<Void> ran = new CompletableFuture<>();
    TaskDefinition<?, ?> rescued =
        RawDefinition.of(
            "RESCUE",
            attempt -> {
              ran.complete(null);
              return Outcome.done();
            });
    try (Baton node = node(rescued)) {
      ran.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(store.find(held.id())).isEmpty();
  }

  @Test
  @Tag("deep")
  void eachTickRunsOnceOnTwoNodes() throws Exception {
    Set<UUID> ran = ConcurrentHashMap.newKeySet();
    CountDownLatch twice = new CountDownLatch(2);
    TaskDefinition<?, ?> ticks =
        RawDefinition.of(
            "TICK",
            attempt -> {
              ran.add(attempt.taskId());
              twice.countDown();
              return Outcome.done();
            });
    Schedule schedule =
        Schedule.fixedRate("often", Duration.ofSeconds(1))
            .adds(TaskRequest.of(TaskType.of("TICK")));
    try (Baton one = builder(ticks).schedule(schedule).start();
        Baton other = builder(ticks).schedule(schedule).start()) {
      assertThat(twice.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      one.schedules().pause("often");
      ScheduleState state = other.schedules().find("often").orElseThrow();
      assertThat(state.past().runs()).isGreaterThanOrEqualTo(ran.size());
    }
  }

  @Test
  void pauseHoldsOnAllNodesUntilResumed() throws Exception {
    BlockingQueue<String> ran = new LinkedBlockingQueue<>();
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
            "PAY",
            attempt -> {
              ran.add(attempt.key());
              return Outcome.done();
            });
    try (Baton one = node(pays);
        Baton other = node(pays)) {
      assertThat(one.cluster().pause(Pause.key("PAY", "acme"), "the bank is down")).isTrue();
      assertThat(one.cluster().nodes()).hasSize(2);
      while (!other.cluster().isPaused("default", "PAY", "acme")) {
        Thread.sleep(10);
      }
      other.tasks().add(TaskRequest.of(TaskType.of("PAY")).key("acme"));
      other.tasks().add(TaskRequest.of(TaskType.of("PAY")).key("umbrella"));
      assertThat(ran.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("umbrella");
      assertThat(ran).isEmpty();
      other.cluster().resume(Pause.key("PAY", "acme"));
      assertThat(ran.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("acme");
    }
  }

  @Test
  @Tag("deep")
  void twoNodesKeepTheClusterLimitAndFinishAllTasks() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(30);
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
                "PAY",
                attempt -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  Thread.sleep(20);
                  running.decrementAndGet();
                  all.countDown();
                  return Outcome.done();
                })
            .limits(Limit.cluster("bank", 3))
            .keepDone(Duration.ZERO);
    try (Baton one = node(pays);
        Baton other = node(pays)) {
      for (int i = 0; i < 30; i++) {
        (i % 2 == 0 ? one : other).tasks().add(TaskRequest.of(TaskType.of("PAY")));
      }
      assertThat(all.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(most.get()).isBetween(1, 3);
    }
  }

  @Test
  void overrideSetOnOneNodeAppliesOnAnother() throws Exception {
    CountDownLatch together = new CountDownLatch(2);
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
                "PAY",
                attempt -> {
                  together.countDown();
                  together.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                  return Outcome.done();
                })
            .limits(Limit.cluster("bank", 1));
    OverrideTarget bank = OverrideTarget.cluster("bank");
    OverrideValue two = new OverrideValue.Slots(2);
    try (Baton one = node(pays);
        Baton other = node(pays)) {
      one.operations().by("ann", "they have room").overrides().set(bank, two);
      other.tasks().add(TaskRequest.of(TaskType.of("PAY")));
      one.tasks().add(TaskRequest.of(TaskType.of("PAY")));
      assertThat(together.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(other.operations().by("bob").overrides().active())
          .extracting(ActiveOverride::target, ActiveOverride::value, ActiveOverride::setBy)
          .containsExactly(tuple(bank, two, "ann"));
    }
  }

  @Test
  @Tag("deep")
  void waitingTaskRunsAfterOthersAndIsCancelledIfOneFails() throws Exception {
    BlockingQueue<String> ran = new LinkedBlockingQueue<>();
    TaskDefinition<?, ?> pays =
        RawDefinition.of(
            "PAY",
            attempt -> {
              ran.add(attempt.payloadText());
              return attempt.payloadText().equals("bad") ? Outcome.failed("bad") : Outcome.done();
            });
    try (Baton one = node(pays);
        Baton other = node(pays)) {
      TaskType<Bytes, Void> pay = TaskType.of("PAY", Bytes.class);
      UUID first =
          one.tasks().add(pay.with(Bytes.of("first")).runIn(Duration.ofSeconds(1))).taskId();
      UUID next =
          other.tasks().add(pay.with(Bytes.of("next")).waitForDone(List.of(first))).taskId();
      UUID last =
          one.tasks().add(pay.with(Bytes.of("last")).waitForEnd(List.of(next, first))).taskId();
      UUID bad = one.tasks().add(pay.with(Bytes.of("bad"))).taskId();
      UUID never =
          other.tasks().add(pay.with(Bytes.of("never")).waitForDone(List.of(bad))).taskId();
      assertThat(other.operations().task(last).explain().reasons())
          .hasOnlyElementsOfType(WaitReason.WaitsFor.class);
      assertThat(one.operations().task(last).related().waitedFor()).hasSize(2);
      assertThat(one.operations().task(first).related().waiters())
          .containsExactlyInAnyOrder(next, last);
      for (String payload : List.of("bad", "first", "next", "last")) {
        assertThat(ran.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(payload);
      }
      assertThat(only(one, TaskFilter.all().status(Status.CANCELLED)).id()).isEqualTo(never);
    }
  }

  @Test
  void orderAndBatchesAreRefusedBeforeAnyWrite() {
    try (Baton node = node(RawDefinition.of("PAY", attempt -> Outcome.done()))) {
      TaskRequest<?, ?> inTurn = TaskRequest.of(TaskType.of("PAY").ordered()).key("acme");
      assertThatThrownBy(() -> node.tasks().add(inTurn))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("can't wait for its turn", "waitForDone(...)");
      assertThatThrownBy(
              () -> node.tasks().addBatch(Batch.of(List.of(TaskRequest.of(TaskType.of("PAY"))))))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("capability transactions");
      assertThat(node.operations().search(TaskFilter.all()).page(10).items()).isEmpty();
    }
  }

  @Test
  void manualRetryOfTaskInErrorIsAudited() throws Exception {
    AtomicBoolean bankIsDown = new AtomicBoolean(true);
    TaskDefinition<?, ?> pays = paysUnlessDown(bankIsDown);
    try (Baton node = node(pays)) {
      UUID id =
          node.tasks().add(TaskRequest.of(TaskType.of("PAY")).label("partner", "acme")).taskId();
      TaskInfo stopped = only(node, TaskFilter.all().type("PAY").status(Status.ERROR));
      assertThat(stopped.labels()).containsEntry("partner", "acme");
      assertThat(node.operations().task(id).attempts().get(0).error()).contains("the bank is down");
      bankIsDown.set(false);
      node.operations()
          .by("alice", "it is up again")
          .task(id)
          .ifUnchangedSince(stopped.version())
          .retry();
      TaskInfo done = only(node, TaskFilter.all().label("partner", "acme").status(Status.DONE));
      assertThat(done.id()).isEqualTo(id);
      AuditEntry entry = node.operations().audit(AuditFilter.all()).page(10).items().get(0);
      assertThat(entry.actor()).isEqualTo("alice");
      assertThat(entry.taskId()).isEqualTo(id);
      assertThat(node.operations().task(id).attempts()).hasSize(2);
    }
  }

  /** Returns a definition whose tasks stop in ERROR while the bank is down. */
  static TaskDefinition<?, ?> paysUnlessDown(AtomicBoolean bankIsDown) {
    return RawDefinition.of(
            "PAY",
            attempt -> {
              if (bankIsDown.get()) {
                throw new IllegalStateException("the bank is down");
              }
              return Outcome.done();
            })
        .retry(Retry.never());
  }

  private static TaskInfo only(Baton node, TaskFilter filter) throws InterruptedException {
    List<TaskInfo> found = node.operations().search(filter).page(10).items();
    for (int tries = 0; found.isEmpty() && tries < PATIENCE_SECONDS * 20; tries++) {
      Thread.sleep(50);
      found = node.operations().search(filter).page(10).items();
    }
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void missingCapabilityIsRefusedAtStart() {
    TaskDefinition<?, ?> pays =
        RawDefinition.transactional("PAY", (attempt, transaction) -> Outcome.done());
    assertThatThrownBy(() -> node(pays))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("transactional handler of type PAY", "capability transactions");
  }

  private Baton node(TaskDefinition<?, ?> definition) {
    return builder(definition).start();
  }

  private Baton.Builder builder(TaskDefinition<?, ?> definition) {
    return keyspace.baton().define(definition);
  }
}
