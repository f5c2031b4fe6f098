package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.BucketOptions;
import dev.baton.api.Limit;
import dev.baton.api.Outcome;
import dev.baton.api.Pause;
import dev.baton.api.TaskDefinition;
import dev.baton.task.KeyedFlows;
import dev.baton.task.NewTask;
import dev.baton.task.Rule;
import dev.baton.testkit.MemoryClusterStore;
import dev.baton.testkit.MemoryTaskStore;
import dev.baton.testkit.MemoryTransactions;
import dev.baton.testkit.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flows that are too many for the look-ahead table, whose tasks are pulled as if they were one's.
 */
final class ManyFlowsTest {
  /** Room for ten flows. */
  private static final BucketOptions NARROW = BucketOptions.named("default").lookAhead(40, 400);

  private static final TaskDefinition QUICK = TaskDefinition.of("T", attempt -> Outcome.done());

  private static final TaskDefinition UNHURRIED =
      TaskDefinition.of(
          "T",
          attempt -> {
            Thread.sleep(1);
            return Outcome.done();
          });

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore link = new UnreliableStore(store);
  private final MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);

  @Test
  void theirTasksAreReadOnceInTheOrderInWhichTheyRun() throws Exception {
    List<UUID> order = new ArrayList<>();
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < 8_000; i++) {
      Instant arrived = TaskDraft.PAST.plusMillis(i);
      NewTask task = TaskDraft.ready("T", arrived, TaskDraft.FUTURE).withKey("k" + i % 100).build();
      tasks.add(task);
      order.add(task.id());
    }
    insert(tasks);
    List<UUID> started = new CopyOnWriteArrayList<>();
    TaskDefinition definition =
        TaskDefinition.of(
            "T",
            attempt -> {
              started.add(attempt.taskId());
              return Outcome.done();
            });
    try (TestNode node = node(definition, NARROW)) {
      Waiting.until("all have run", () -> store.live().isEmpty());
      node.assertNothingLeft();
    }
    assertThat(link.pulled()).contains(new KeyedFlows("T"));
    assertThat(link.answered()).isBetween(7_000, 10_000);
    List<UUID> late = started.subList(4_000, 8_000);
    assertThat(late)
        .as("nobody overtakes by far")
        .doesNotContainAnyElementsOf(order.subList(0, 3_000));
  }

  @Test
  void slowFlowsWithMoreThanTheTableHoldsHinderNobody() throws Exception {
    TestNode.addUnheard(store, 100, 20);
    List<NewTask> before = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Instant arrived = TaskDraft.PAST.minusSeconds(1_000 - i);
      before.add(TaskDraft.ready("T", arrived, TaskDraft.FUTURE).withKey("slow" + i % 20).build());
    }
    insert(before);
    Gate gate = new Gate();
    TaskDefinition definition =
        TaskDefinition.of(
                "T",
                attempt -> {
                  if (attempt.key().startsWith("slow")) {
                    gate.pass();
                  }
                  return Outcome.done();
                })
            .concurrency(Limit.perKey(1));
    try (TestNode node = node(definition, NARROW)) {
      Waiting.until("all others have run", () -> store.live().size() == before.size());
      gate.open();
      Waiting.until("all have run", () -> store.live().isEmpty());
      node.assertNothingLeft();
    }
  }

  @Test
  void whatIsCommittedLateRunsBeforeWhatArrivedAfterIt() throws Exception {
    int backlog = 20_000;
    TestNode.addUnheard(store, 100, backlog / 100);
    try (TestNode node = node(UNHURRIED, NARROW)) {
      Waiting.until("many are read as one", () -> store.live().size() < backlog - 2_000);
      assertThat(link.pulled()).contains(new KeyedFlows("T"));
      List<NewTask> late = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Instant arrived = TaskDraft.PAST.minusSeconds(i);
        late.add(TaskDraft.ready("T", arrived, TaskDraft.FUTURE).withKey("late" + i % 5).build());
      }
      insert(late);
      for (NewTask task : late) {
        node.completed(task.id(), Rule.FINISH);
      }
      assertThat(store.live()).as("others wait").hasSizeGreaterThan(backlog / 4);
    }
  }

  @Test
  void whatAPauseHadForgottenIsReadOnceItIsOver() throws Exception {
    try (TestNode node = node(QUICK, NARROW)) {
      assertThat(node.baton.cluster().pause(Pause.key("T", "k7"), "")).isTrue();
      TestNode.addUnheard(store, 100, 60);
      Waiting.until("all others have run", () -> store.live().size() == 60);
      assertThat(node.baton.cluster().resume(Pause.key("T", "k7"))).isTrue();
      Waiting.until("all have run", () -> store.live().isEmpty());
      node.assertNothingLeft();
    }
  }

  @Test
  void theBacklogOfAPausedKeyIsNotReadForTheOthers() throws Exception {
    List<NewTask> before = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      Instant arrived = TaskDraft.PAST.minusSeconds(i);
      before.add(TaskDraft.ready("T", arrived, TaskDraft.FUTURE).withKey("a-paused").build());
    }
    insert(before);
    TestNode.addUnheard(store, 100, 20);
    cluster.pause(Pause.key("T", "a-paused"), "");
    try (TestNode node = node(QUICK, NARROW)) {
      Waiting.until("all others have run", () -> store.live().size() == before.size());
      assertThat(link.pulled()).contains(new KeyedFlows("T"));
      assertThat(link.answered()).isLessThan(6_000);
    }
  }

  @Test
  void aTypeThatIsPausedIsNotRead() throws Exception {
    TestNode.addUnheard(store, 100, 200);
    try (TestNode node = node(UNHURRIED, NARROW)) {
      Waiting.until("many are read as one", () -> link.pulled().contains(new KeyedFlows("T")));
      node.baton.cluster().pause(Pause.type("T"), "");
      Waiting.until("what was claimed has run", () -> node.baton.tasksInHand() == 0);
      Thread.sleep(100);
      int answered = link.answered();
      Thread.sleep(300);
      assertThat(link.answered()).isEqualTo(answered);
      assertThat(store.live()).isNotEmpty();
      node.baton.cluster().resume(Pause.type("T"));
      Waiting.until("all have run", () -> store.live().isEmpty());
    }
  }

  /** Keys with a slot each, keys that are paused and resumed, tasks that are committed late. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void nothingIsLeftBehindWhateverHappens(long seed) throws Exception {
    Random random = new Random(seed);
    TaskDefinition definition = QUICK.concurrency(Limit.perKey(1 + random.nextInt(2)));
    int perFlow = 2 + random.nextInt(20);
    BucketOptions bucket =
        BucketOptions.named("default").lookAhead(perFlow, perFlow * (1 + random.nextInt(8)));
    int nodes = 1 + random.nextInt(2);
    try (TestNode one = node(definition, bucket);
        TestNode other = nodes == 1 ? one : node(definition, bucket)) {
      for (int i = 0; i < 12; i++) {
        insert(someTasks(random));
        Pause pause = Pause.key("T", "k" + random.nextInt(80));
        one.baton.cluster().pause(pause, "");
        Thread.sleep(random.nextInt(40));
        other.baton.cluster().resume(pause);
        link.missClaims(random.nextInt(3));
      }
      Waiting.until("all have run", () -> store.live().isEmpty());
      one.assertNothingLeft();
      other.assertNothingLeft();
    }
  }

  private static List<NewTask> someTasks(Random random) {
    List<NewTask> tasks = new ArrayList<>();
    Instant now = LivedTime.CLOCK.instant();
    for (int i = 0; i < 300; i++) {
      Instant arrived = now.minusMillis(random.nextInt(3_000));
      tasks.add(
          TaskDraft.ready("T", arrived, TaskDraft.FUTURE)
              .withKey(random.nextInt(20) == 0 ? "" : "k" + random.nextInt(80))
              .withPriority(4 + random.nextInt(3))
              .build());
    }
    return tasks;
  }

  private void insert(List<NewTask> tasks) throws Exception {
    new MemoryTransactions(store).call(transaction -> store.insert(transaction, tasks));
  }

  private TestNode node(TaskDefinition definition, BucketOptions bucket) {
    return TestNode.on(
        store,
        b ->
            b.bucket(bucket)
                .define(definition)
                .stores(stores -> stores.tasks(link).cluster(cluster))
                .settings(TestNode.QUICK.maxRunning(40).poll(Duration.ofMillis(100))));
  }
}
