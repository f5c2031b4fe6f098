package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTriggerHub;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests several nodes on one store, and which of them has which duty. */
final class ClusterTest {
  private static final int MANY = 5_000;

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryLeadership leadership =
      new MemoryLeadership(LivedTime.CLOCK, Duration.ofSeconds(30));
  private final ConcurrentMap<UUID, Integer> runs = new ConcurrentHashMap<>();
  private final TaskDefinition<?, ?> count =
      RawDefinition.of(
          "T",
          attempt -> {
            runs.merge(attempt.taskId(), 1, Integer::sum);
            return Outcome.done();
          });

  @Test
  void twoNodesShareTheWorkAndRunNothingTwice() throws Exception {
    MemoryTriggerHub hub = new MemoryTriggerHub();
    // No task ends before both nodes have one: otherwise one quick node might run them all.
    CyclicBarrier both = new CyclicBarrier(2);
    try (TestNode one = TestNode.on(store, b -> b.channel(hub.channel()).define(meeting(both)));
        TestNode two = TestNode.on(store, b -> b.channel(hub.channel()).define(meeting(both)))) {
      one.baton
          .tasks()
          .addAll(
              IntStream.range(0, MANY).mapToObj(i -> TaskRequest.of(TaskType.of("T"))).toList());
      Waiting.until("all are done", () -> store.live().isEmpty());
      assertThat(runs).hasSize(MANY).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
      assertThat(one.events.all(TaskEvent.Started.class)).isNotEmpty();
      assertThat(two.events.all(TaskEvent.Started.class)).isNotEmpty();
      one.assertNothingLeft();
      two.assertNothingLeft();
    }
  }

  @Test
  void anotherNodeFindsATaskByPollingWithoutAHint() throws Exception {
    try (TestNode adds = TestNode.on(store, b -> b);
        TestNode runsIt = node(b -> b)) {
      UUID id = adds.add(TaskRequest.of(TaskType.of("T")));
      runsIt.completed(id, Rule.FINISH);
      assertThat(adds.starts(id)).isZero();
    }
  }

  @Test
  void aNodeThatDoesNotKnowATypeLeavesItToOthers() throws Exception {
    try (TestNode ignorant = TestNode.on(store, b -> b)) {
      UUID id = ignorant.add(TaskRequest.of(TaskType.of("T")));
      try (TestNode knows = node(b -> b)) {
        knows.completed(id, Rule.FINISH);
      }
    }
  }

  @Test
  void oneNodeHasEachDutyAndAnotherTakesItWhenTheFirstStops() throws Exception {
    TestNode first = node(b -> b.leadership(leadership));
    first.events.await(NodeEvent.Leading.class, NodeEvent.Leading::leads, 2);
    try (TestNode second = node(b -> b.leadership(leadership))) {
      UUID due = second.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      Waiting.until("run by the duty of the first", () -> runs.containsKey(due));
      assertThat(second.events.all(NodeEvent.Leading.class)).isEmpty();
      first.close();
      assertThat(first.events.all(NodeEvent.Leading.class))
          .filteredOn(event -> !event.leads())
          .extracting(NodeEvent.Leading::duty)
          .containsExactlyInAnyOrder("sweeper", "pruner");
      second.events.await(NodeEvent.Leading.class, event -> event.duty().equals("sweeper"));
      UUID later = second.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      second.completed(later, Rule.FINISH);
    }
  }

  @Test
  void aNodeWithoutSweeperDoesEverythingElse() throws Exception {
    TaskDefinition<?, ?> brief = count.keepDone(Duration.ofMillis(1));
    try (TestNode node =
        TestNode.on(store, b -> b.define(brief).settings(s -> s.withoutSweeper()))) {
      UUID later = node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      UUID now = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(now, Rule.FINISH);
      node.events.await(NodeEvent.Leading.class, event -> event.duty().equals("pruner"));
      assertThat(node.events.all(NodeEvent.Leading.class)).hasSize(1);
      assertThat(node.task(later).position().status()).isEqualTo(Status.WAITING);
    }
  }

  @Test
  void aNodeWithoutPrunerDoesEverythingElse() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode node =
        TestNode.on(
            store,
            b -> b.stores(s -> s.tasks(link)).define(count).settings(s -> s.withoutPruner()))) {
      UUID later = node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      node.completed(later, Rule.FINISH);
      assertThat(link.calls(UnreliableStore.Verb.PRUNE)).isZero();
      assertThat(node.events.all(NodeEvent.Leading.class))
          .extracting(NodeEvent.Leading::duty)
          .containsExactly("sweeper");
    }
  }

  @Test
  void everythingContinuesAfterTheStoreWasUnavailable() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    Gate gate = new Gate();
    TaskDefinition<?, ?> blocking =
        RawDefinition.of(
            "B",
            attempt -> {
              gate.passStubbornly();
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.tasks(link)).define(count, blocking))) {
      UUID running = node.add(TaskRequest.of(TaskType.of("B")));
      gate.awaitArrival();
      link.away(true);
      gate.open();
      for (String loop : new String[] {"completer", "sweeper", "scanner-default"}) {
        node.events.await(NodeEvent.StoreTrouble.class, event -> event.loop().equals(loop));
      }
      link.away(false);
      node.completed(running, Rule.FINISH);
      UUID later = node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      node.completed(later, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  /** Counts its runs. The first task on each node waits for that on the other. */
  private TaskDefinition<?, ?> meeting(CyclicBarrier both) {
    FutureTask<Integer> met = new FutureTask<>(() -> both.await(20, TimeUnit.SECONDS));
    return RawDefinition.of(
        "T",
        attempt -> {
          runs.merge(attempt.taskId(), 1, Integer::sum);
          met.run();
          met.get();
          return Outcome.done();
        });
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(store, b -> with.apply(b.define(count)));
  }
}
