package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.FairShare;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.WaitReason;
import dev.baton.task.Flow;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests keys of one type that take turns on a node. */
final class FairShareTest {
  private static final int BIG = 60;

  private final ConcurrentLinkedQueue<String> started = new ConcurrentLinkedQueue<>();
  private Gate gate = new Gate();

  private final TaskDefinition<?, ?> byArrival =
      RawDefinition.of(
          "T",
          attempt -> {
            gate.pass();
            started.add(attempt.key());
            return Outcome.done();
          });

  private final TaskDefinition<?, ?> inTurns = byArrival.fair();

  @Test
  void aSmallKeyWaitsForATurnOfABigOneWhateverTheLimits() throws Exception {
    List<TaskDefinition<?, ?>> limited =
        List.of(
            inTurns.limits(Limit.node(1)),
            inTurns.limits(Limit.node(2), Limit.node(1).perKey()),
            inTurns.limits(Limit.cluster("slots", 1)),
            inTurns.limits(Limit.node(2), Limit.cluster("keys", 1).perKey()),
            inTurns.limits(
                Limit.node(1), Limit.clusterRate("rate", Rate.of(1, Duration.ofMillis(1)))));
    for (int i = 0; i < limited.size(); i++) {
      assertThat(run(limited.get(i), false).indexOf("small")).as("limit %s", i).isLessThan(8);
    }
  }

  @Test
  void keysOfTasksInOrderTakeTurnsToo() throws Exception {
    assertThat(run(inTurns.limits(Limit.node(1)), true).indexOf("small")).isLessThan(4);
  }

  @Test
  void typesOfADefinitionTakeTurnsSeparately() throws Exception {
    for (TaskDefinition<?, ?> definition :
        List.of(byType("T").alsoFor("U").fair(), byType("").asPrefix().fair())) {
      started.clear();
      gate = new Gate();
      MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
      TaskDefinition<?, ?> one = definition.limits(Limit.node(1));
      try (TestNode node = TestNode.on(store, b -> b.define(one))) {
        node.add(TaskRequest.of(TaskType.of("T")).key("first"));
        gate.awaitArrival();
        for (int i = 0; i < 50; i++) {
          node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("k")));
        }
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("U")).key("k")));
        gate.open();
        Waiting.until("all have run", () -> store.live().isEmpty());
      }
      assertThat(new ArrayList<>(started).indexOf("U")).isBetween(1, 4);
    }
  }

  private TaskDefinition<?, ?> byType(String type) {
    return RawDefinition.of(
        type,
        attempt -> {
          gate.pass();
          started.add(attempt.type());
          return Outcome.done();
        });
  }

  @Test
  void withoutFairShareATaskWaitsForAllEarlierTasks() throws Exception {
    assertThat(run(byArrival.limits(Limit.node(1)), false).indexOf("small")).isEqualTo(BIG);
  }

  /** Runs the tasks and returns their keys in the order of their starts. */
  private List<String> run(TaskDefinition<?, ?> definition, boolean ordered) throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    gate = new Gate();
    started.clear();
    try (TestNode node = TestNode.on(store, b -> b.define(definition))) {
      node.add(TaskRequest.of(TaskType.of("T")).key("first"));
      gate.awaitArrival();
      List<UUID> added = new ArrayList<>();
      for (int i = 0; i < BIG + 3; i++) {
        TaskType<Void, Void> type = ordered ? TaskType.of("T").ordered() : TaskType.of("T");
        String key = i < BIG ? "big" : "small";
        added.add(node.add(withoutLocalDispatch(TaskRequest.of(type).key(key))));
      }
      UUID small = added.get(BIG);
      if (Definition.of(definition).fairShare() != null) {
        Waiting.until("the small key has a turn", () -> turn(node, small).keys() > 1);
      }
      gate.open();
      Waiting.until("all have run", () -> store.live().isEmpty());
      node.assertNothingLeft();
    }
    List<String> keys = new ArrayList<>(started);
    assertThat(keys).hasSize(BIG + 4);
    keys.remove("first");
    return keys;
  }

  @Test
  void explanationNamesTheKeyWhoseTurnItIs() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    try (TestNode node = TestNode.on(store, b -> b.define(inTurns.limits(Limit.node(1))))) {
      node.add(TaskRequest.of(TaskType.of("T")).key("a"));
      gate.awaitArrival();
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("a")));
      UUID b = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("b")));
      UUID c = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("c")));
      Waiting.until("its turn is known", () -> turn(node, c).keys() == 3);
      assertThat(turn(node, b).turn()).isLessThan(turn(node, c).turn());
      assertThat(node.baton.operations().task(c).explain().text())
          .contains("its key has turn " + turn(node, c).turn() + " of 3 keys on the queried node");
      gate.open();
      Waiting.until("all have run", () -> store.live().isEmpty());
    }
  }

  private static WaitReason.Turn turn(TestNode node, UUID task) {
    return node.baton.operations().task(task).explain().reasons().stream()
        .filter(WaitReason.Turn.class::isInstance)
        .map(WaitReason.Turn.class::cast)
        .findFirst()
        .orElse(new WaitReason.Turn(0, 0));
  }

  @Test
  void invalidWeightIsRefusedOrCountsAsOne() {
    for (double weight : List.of(0.0, -1.0, Double.NaN, 1e9, Double.POSITIVE_INFINITY)) {
      assertThatThrownBy(() -> FairShare.weights(Map.of("k", weight)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("A weight must be 0.001 to 1000.0, not " + weight);
      assertThat(FairShare.weights(flow -> weight).weightOf(new Flow("T", "k"))).isEqualTo(1);
    }
    FairShare broken =
        FairShare.weights(
            flow -> {
              throw new IllegalStateException("no plan of this tenant");
            });
    assertThat(broken.weightOf(new Flow("T", "k"))).isEqualTo(1);
    FairShare some = FairShare.weights(Map.of("gold", 5));
    assertThat(some.weightOf(new Flow("T", "gold"))).isEqualTo(5);
    assertThat(some.weightOf(new Flow("T", "other"))).isEqualTo(1);
  }
}
