package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Booking;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.operate.Explanation;
import dev.baton.operate.WaitReason;
import dev.baton.operate.cluster.Pause;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests the explanations of why a task waits, as text and as data. */
final class ExplainTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore cluster = new MemoryClusterStore(LivedTime.CLOCK);
  private final Gate gate = new Gate();
  private final TaskDefinition<?, ?> blocking =
      RawDefinition.of(
          "B",
          attempt -> {
            gate.pass();
            return Outcome.done();
          });

  @Test
  void missingAndEndedTasksAreExplained() throws Exception {
    gate.open();
    try (TestNode node = node("one", b -> b.define(blocking))) {
      UUID none = new UUID(1, 1);
      assertThat(reasons(node, none)).containsExactly(new WaitReason.NotFound());
      UUID done = node.add(TaskRequest.of(TaskType.of("B")));
      node.completed(done, Rule.FINISH);
      assertThat(only(node, done, WaitReason.Ended.class).status()).isEqualTo(Status.DONE);
      UUID off = node.add(TaskRequest.of(TaskType.of("B")).onHold());
      node.baton.operations().task(off).ifUnchangedSince(1).cancel("not wanted");
      assertThat(only(node, off, WaitReason.Ended.class).error()).isEqualTo("not wanted");
      assertThat(node.baton.operations().task(off).explain().text())
          .startsWith("Task " + off + ": it ended CANCELLED at ")
          .endsWith(": not wanted.");
    }
  }

  @Test
  void explanationNamesTheTimeTheRetryOrTheOperator() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.of(
                "F",
                attempt -> {
                  throw new IllegalStateException("the bank is closed");
                })
            .retry(Retry.exponential(Duration.ofHours(1)).maxAttempts(2));
    TaskDefinition<?, ?> hopeless =
        RawDefinition.of(
                "H",
                attempt -> {
                  throw new IllegalStateException("no such account");
                })
            .retry(Retry.exponential(Duration.ofHours(1)).maxAttempts(1));
    try (TestNode node = node("one", b -> b.define(failing, hopeless))) {
      UUID later = node.add(TaskRequest.of(TaskType.of("F")).runIn(Duration.ofHours(2)));
      WaitReason.NotDue due = only(node, later, WaitReason.NotDue.class);
      assertThat(due.left()).isBetween(Duration.ofMinutes(119), Duration.ofMinutes(121));
      assertThat(due.error()).isNull();
      UUID failed = node.add(TaskRequest.of(TaskType.of("F")));
      node.completed(failed, Rule.WAIT);
      assertThat(only(node, failed, WaitReason.NotDue.class).error())
          .contains("the bank is closed");
      UUID stopped = node.add(TaskRequest.of(TaskType.of("H")));
      node.completed(stopped, Rule.STOP_IN_ERROR);
      assertThat(only(node, stopped, WaitReason.NeedsAPerson.class).error())
          .contains("no such account");
      UUID held = node.add(TaskRequest.of(TaskType.of("F")).onHold());
      assertThat(reasons(node, held)).containsExactly(new WaitReason.Held());
    }
  }

  @Test
  void explanationNamesTheNodeAndTheLeaseOfARunningTask() throws Exception {
    try (TestNode node = node("payouts-7", b -> b.define(blocking))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("B")));
      gate.awaitArrival();
      WaitReason.Running running = only(node, id, WaitReason.Running.class);
      assertThat(running.node()).isEqualTo("payouts-7");
      assertThat(running.attempt()).isEqualTo(1);
      assertThat(running.lapsed()).isFalse();
      assertThat(running.owner()).isEqualTo(node.task(id).position().owner());
      gate.open();
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void explanationNamesAPauseWithItsReason() {
    try (TestNode node = node("one", b -> b.define(blocking))) {
      node.baton.cluster().pause(Pause.type("B"), "the bank is down");
      UUID id = node.add(TaskRequest.of(TaskType.of("B")));
      WaitReason.IsPaused paused = only(node, id, WaitReason.IsPaused.class);
      assertThat(paused.pause().pause()).isEqualTo(Pause.type("B"));
      assertThat(node.baton.operations().task(id).explain().text()).contains("the bank is down");
    }
  }

  @Test
  void explanationNamesUnknownTypesAndStoppedBuckets() {
    TaskDefinition<?, ?> elsewhere =
        RawDefinition.of("E", attempt -> Outcome.done()).bucket("mail");
    BucketOptions byHand = BucketOptions.named("mail").startedByHand();
    try (TestNode node = node("one", b -> b.define(blocking, elsewhere).bucket(byHand))) {
      UUID unknown = node.add(TaskRequest.of(TaskType.of("X")));
      assertThat(reasons(node, unknown))
          .containsExactly(
              new WaitReason.NoNode("X", "default", List.of(), List.of("one")),
              new WaitReason.LimitsUnknown("X"));
      UUID stopped = node.add(TaskRequest.of(TaskType.of("E")));
      assertThat(reasons(node, stopped))
          .containsExactly(new WaitReason.NoNode("E", "mail", List.of("one"), List.of()));
    }
  }

  @Test
  void explanationNamesTheHoldersOfAFullClusterLimit() throws Exception {
    TaskDefinition<?, ?> limited = blocking.limits(Limit.cluster("bank", 1));
    try (TestNode one = node("one", b -> b.define(limited));
        TestNode two = node("two", b -> b.define(limited))) {
      UUID running = one.add(TaskRequest.of(TaskType.of("B")));
      gate.awaitArrival();
      UUID waiting = one.add(TaskRequest.of(TaskType.of("B")));
      UUID last = one.add(TaskRequest.of(TaskType.of("B")));
      String holder = one.events.all(TaskEvent.Started.class).isEmpty() ? "two" : "one";
      for (TestNode asked : List.of(one, two)) {
        WaitReason.LimitFull full = the(asked, waiting, WaitReason.LimitFull.class);
        assertThat(full)
            .isEqualTo(
                new WaitReason.LimitFull(
                    "bank", "", 1, List.of(new WaitReason.Holder(running, holder))));
        WaitReason.Behind behind = the(asked, last, WaitReason.Behind.class);
        assertThat(behind).isEqualTo(new WaitReason.Behind(1, false));
        assertThat(behind.words()).isEqualTo("1 ready task of its flow comes before it");
        assertThat(reasons(asked, waiting))
            .as("no node has a slot")
            .noneMatch(WaitReason.NodeFull.class::isInstance);
      }
      assertThat(one.baton.operations().task(waiting).explain().text())
          .contains("the cluster limit bank is full, 1/1, used by task " + running + " on ");
      gate.open();
      Waiting.until("all have run", () -> store.live().isEmpty());
      one.assertNothingLeft();
      two.assertNothingLeft();
    }
  }

  @Test
  void explanationNamesTheTimeOfTheNextPermit() throws Exception {
    gate.open();
    TaskDefinition<?, ?> limited =
        blocking.limits(Limit.clusterRate("mails", Rate.of(1, Duration.ofHours(1))));
    try (TestNode node = node("one", b -> b.define(limited))) {
      UUID first = node.add(TaskRequest.of(TaskType.of("B")));
      node.completed(first, Rule.FINISH);
      UUID second = node.add(TaskRequest.of(TaskType.of("B")));
      WaitReason.RateSpent spent = the(node, second, WaitReason.RateSpent.class);
      assertThat(spent.limit()).isEqualTo("mails");
      assertThat(spent.nextIn()).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
    }
  }

  @Test
  void explanationNamesANodeLimitWithoutTakingASlot() throws Exception {
    Limit two = Limit.node(2);
    TaskDefinition<?, ?> limited = blocking.limits(two);
    try (TestNode node = node("one", b -> b.define(limited))) {
      node.add(TaskRequest.of(TaskType.of("B")));
      node.add(TaskRequest.of(TaskType.of("B")));
      gate.awaitArrivals(2);
      UUID waiting = node.add(TaskRequest.of(TaskType.of("B")));
      Waiting.until(
          "it was given back, if it was handed over",
          () -> node.task(waiting).position().status() == Status.READY);
      assertThat(the(node, waiting, WaitReason.NodeFull.class).reason()).contains("limit 2/2");
      for (int i = 0; i < 10; i++) {
        node.baton.operations().task(waiting).explain();
      }
      gate.open();
      node.completed(waiting, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void nodeWithoutAClusterExplainsWhatItSees() {
    try (TestNode node = TestNode.on(store, b -> b.define(blocking))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("X")));
      assertThat(reasons(node, id)).containsExactly(new WaitReason.LimitsUnknown("X"));
      assertThat(new WaitReason.LimitsUnknown("X").words())
          .endsWith("query a node that runs it, or build the client with client().define(...)");
    }
  }

  @Test
  void onlyTheNodeWithTheCustomPolicyExplainsItsRefusal() {
    TaskDefinition<?, ?> closed =
        blocking.limits(Limit.custom(candidate -> Booking.keyFull("the bank is shut")));
    try (TestNode node = node("one", b -> b.define(closed));
        TestNode stopped =
            node(
                "two",
                b -> b.define(closed).bucket(BucketOptions.named("default").startedByHand()))) {
      UUID id = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("B"))));
      assertThat(only(node, id, WaitReason.NodeFull.class).reason()).isEqualTo("the bank is shut");
      assertThat(reasons(stopped, id)).containsExactly(new WaitReason.LimitsUnknown("B"));
    }
  }

  private TestNode node(String name, UnaryOperator<Baton.Builder> with) {
    return TestNode.on(store, b -> with.apply(b.stores(s -> s.cluster(cluster)).name(name)));
  }

  private static List<WaitReason> reasons(TestNode node, UUID id) {
    Explanation explanation = node.baton.operations().task(id).explain();
    assertThat(explanation.text()).startsWith("Task " + id + ": ").endsWith(".");
    return explanation.reasons();
  }

  private static <T extends WaitReason> T only(TestNode node, UUID id, Class<T> kind) {
    List<WaitReason> reasons = reasons(node, id);
    assertThat(reasons).singleElement().isInstanceOf(kind);
    return kind.cast(reasons.get(0));
  }

  private static <T extends WaitReason> T the(TestNode node, UUID id, Class<T> kind) {
    List<WaitReason> reasons = reasons(node, id).stream().filter(kind::isInstance).toList();
    assertThat(reasons).as("%s", node.baton.operations().task(id).explain()).hasSize(1);
    return kind.cast(reasons.get(0));
  }
}
