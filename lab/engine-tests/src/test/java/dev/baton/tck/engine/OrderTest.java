package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the order in which tasks start when all share one slot. */
final class OrderTest {
  private static final NodeSettings ONE_AT_A_TIME = TestNode.QUICK.maxRunning(1);

  private final ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
  private final Gate gate = new Gate();

  @Test
  void mostUrgentTasksStartFirst() throws Exception {
    List<Integer> priorities = new ArrayList<>(IntStream.range(0, 10).boxed().toList());
    Collections.shuffle(priorities, new Random(5));
    try (TestNode node = startedByHand(named("T"))) {
      for (int priority : priorities) {
        node.add(TaskType.of("T", Bytes.class).with(Bytes.of("" + priority)).priority(priority));
      }
      runAll(node, 10);
      assertThat(order).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }
  }

  @Test
  void tasksOfAPriorityStartByArrivalAndNotByTypeName() throws Exception {
    try (TestNode node = startedByHand(named("AAA"), named("MMM"), named("ZZZ"))) {
      List<String> added = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String type = List.of("ZZZ", "MMM", "AAA").get(i % 3);
        node.add(TaskType.of(type, Bytes.class).with(Bytes.of(type + i)));
        added.add(type + i);
      }
      runAll(node, 12);
      assertThat(List.copyOf(order)).isEqualTo(added);
    }
  }

  @Test
  void hintedTasksStartByArrivalToo() throws Exception {
    TaskDefinition<?, ?> first = blocking();
    BucketOptions narrow = BucketOptions.named("default").lookAhead(2, 50);
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(first, named("ZZZ"), named("AAA"), named("LAST"))
                    .bucket(narrow)
                    .settings(s -> ONE_AT_A_TIME))) {
      node.add(TaskRequest.of(TaskType.of("FIRST")));
      gate.awaitArrival();
      node.add(TaskType.of("ZZZ", Bytes.class).with(Bytes.of("z")));
      node.add(TaskType.of("AAA", Bytes.class).with(Bytes.of("a")));
      node.add(TaskType.of("AAA", Bytes.class).with(Bytes.of("urgent")).priority(1));
      // Hints are processed one after the other. When there is no room for the third of these, all
      // hints before it are known, and the slot may be freed.
      for (int priority = 7; priority <= 9; priority++) {
        node.add(TaskType.of("LAST", Bytes.class).with(Bytes.of("last")).priority(priority));
      }
      node.events.await(NodeEvent.LookAheadFull.class, event -> true);
      gate.open();
      node.events.await(TaskEvent.Completed.class, event -> true, 7);
      assertThat(order).containsExactly("urgent", "z", "a", "last", "last", "last");
    }
  }

  @Test
  void aBlockedUrgentFlowDoesNotStopLessUrgentOnes() throws Exception {
    TaskDefinition<?, ?> urgent = blocking().limits(Limit.node(1));
    try (TestNode node = TestNode.start(b -> b.define(urgent, named("LESS")))) {
      for (int i = 0; i < 5; i++) {
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("FIRST")).priority(0)));
      }
      gate.awaitArrival();
      node.completed(node.add(TaskType.of("LESS", Bytes.class).with(Bytes.of("9")).priority(9)));
      assertThat(gate.arrived()).isZero();
      gate.open();
    }
  }

  @Test
  void releasedTaskKeepsItsPlaceInTheOrderOfArrival() throws Exception {
    try (TestNode node = startedByHand(named("T"))) {
      node.add(TaskType.of("T", Bytes.class).with(Bytes.of("first")));
      var held = node.add(TaskType.of("T", Bytes.class).with(Bytes.of("held")).onHold());
      node.add(TaskType.of("T", Bytes.class).with(Bytes.of("second")));
      node.baton
          .operations()
          .task(held)
          .ifUnchangedSince(node.task(held).position().version())
          .runNow();
      runAll(node, 3);
      assertThat(order).containsExactly("first", "second", "held");
    }
  }

  @Test
  void urgentTaskOfAFlowWithAFullLookAheadStillStartsFirst() throws Exception {
    BucketOptions narrow = BucketOptions.named("default").lookAhead(2, 2);
    TaskDefinition<?, ?> first = blocking();
    try (TestNode node =
        TestNode.start(
            b -> b.define(first, named("T")).bucket(narrow).settings(s -> ONE_AT_A_TIME))) {
      node.add(TaskRequest.of(TaskType.of("FIRST")));
      gate.awaitArrival();
      for (int i = 0; i < 10; i++) {
        node.add(withoutLocalDispatch(TaskType.of("T", Bytes.class).with(Bytes.of("later"))));
      }
      node.events.await(NodeEvent.LookAheadFull.class, event -> true, 8);
      node.add(
          withoutLocalDispatch(TaskType.of("T", Bytes.class).with(Bytes.of("urgent")).priority(0)));
      // Hints are processed one after the other: the next hint without room comes after the urgent
      // one.
      node.add(withoutLocalDispatch(TaskType.of("T", Bytes.class).with(Bytes.of("later"))));
      node.events.await(NodeEvent.LookAheadFull.class, event -> true, 9);
      gate.open();
      node.events.await(TaskEvent.Completed.class, event -> true, 13);
      assertThat(order.element()).isEqualTo("urgent");
    }
  }

  private TaskDefinition<?, ?> named(String type) {
    return RawDefinition.of(
        type,
        attempt -> {
          order.add(attempt.payloadText());
          return Outcome.done();
        });
  }

  private TaskDefinition<?, ?> blocking() {
    return RawDefinition.of(
        "FIRST",
        attempt -> {
          gate.pass();
          return Outcome.done();
        });
  }

  private static TestNode startedByHand(TaskDefinition<?, ?>... definitions) {
    return TestNode.start(
        b ->
            b.define(definitions)
                .bucket(BucketOptions.named("default").startedByHand())
                .settings(s -> ONE_AT_A_TIME));
  }

  private static void runAll(TestNode node, int count) throws InterruptedException {
    node.baton.startBucket("default");
    node.events.await(TaskEvent.Completed.class, event -> true, count);
  }
}
