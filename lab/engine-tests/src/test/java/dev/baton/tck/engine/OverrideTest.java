package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RetryNumbers;
import dev.baton.limit.Booking;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.limit.internal.LimitNumbers;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.WaitReason;
import dev.baton.operate.event.NodeEvent;
import dev.baton.operate.override.Overridable;
import dev.baton.operate.override.OverrideTarget;
import dev.baton.operate.override.OverrideTarget.Kind;
import dev.baton.operate.override.OverrideValue;
import dev.baton.operate.override.Overrides;
import dev.baton.operate.override.Overrides.Answer;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Tests that limits, rates and retries that are set at run time apply on every node until they are
 * reset.
 */
final class OverrideTest {
  /** With these settings only a change can start, within a test, what a limit refused. */
  private static final NodeSettings RARE_LOOKS = TestNode.QUICK.poll(Duration.ofMinutes(1));

  private static final OverrideTarget TWO =
      OverrideTarget.ofType(Kind.NODE_SLOTS, TaskType.of("T"));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared =
      new MemoryClusterStore(LivedTime.CLOCK, store.operations());
  private final Gate gate = new Gate();

  @Test
  void raisedLimitStartsWaitingTasks() throws Exception {
    try (TestNode node = node(b -> b.define(gated("T").limits(Limit.node(1))))) {
      add(node, 3);
      gate.awaitArrival();
      assertThat(gate.arrived()).isZero();
      assertThat(overrides(node).set(TWO, slots(3))).isEqualTo(new Answer.Changed(null, slots(3)));
      gate.awaitArrivals(2);
      gate.open();
    }
  }

  @Test
  void loweredLimitLetsRunningTasksContinueAndStartsNoOther() throws Exception {
    try (TestNode node = node(b -> b.define(gated("T").limits(Limit.node(3))))) {
      add(node, 3);
      gate.awaitArrivals(3);
      overrides(node).set(TWO, slots(1));
      awaitInForce(node, slots(1));
      List<UUID> more = add(node, 2);
      gate.openForOne();
      gate.openForOne();
      Waiting.until("one runs", () -> node.baton.leasedTasks() == 1);
      assertThat(gate.arrived()).isZero();
      gate.openForOne();
      gate.awaitArrival();
      assertThat(node.starts(more.get(0)) + node.starts(more.get(1))).isEqualTo(1);
      gate.open();
    }
  }

  @Test
  void limitAppliesOnOtherNodesAndAfterARestartUntilItIsReset() throws Exception {
    UnaryOperator<Baton.Builder> three = b -> b.define(gated("T").limits(Limit.node(3)));
    try (TestNode one = node(three);
        TestNode client = node(Baton.Builder::client)) {
      overrides(one).set(TWO, slots(1));
      assertThat(overrides(client).list()).isEmpty();
      assertThat(overrides(client).active()).hasSize(1);
      assertThat(overrides(client).set(TWO, slots(2)))
          .isInstanceOfSatisfying(
              Answer.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .contains(
                          "Ask a node whose definitions name it, or build the client with"
                              + " client().define("));
    }
    try (TestNode again = node(three)) {
      add(again, 3);
      gate.awaitArrival();
      assertThat(gate.arrived()).isZero();
      assertThat(overrides(again).reset(TWO)).isEqualTo(new Answer.Changed(slots(1), null));
      gate.awaitArrivals(2);
      gate.open();
      assertThat(overrides(again).reset(TWO)).isInstanceOf(Answer.Refused.class);
    }
  }

  @Test
  void aLimitThatTwoTypesShareIsOneNumber() throws Exception {
    Limit both = Limit.node("both", 1);
    try (TestNode node =
        node(b -> b.define(gated("T").limits(both)).define(gated("U").limits(both)))) {
      overrides(node).set(TWO, slots(2));
      node.add(TaskRequest.of(TaskType.of("U")));
      node.add(TaskRequest.of(TaskType.of("U")));
      gate.awaitArrivals(2);
      assertThat(number(node, new OverrideTarget(Kind.NODE_SLOTS, "U")).set()).isNotNull();
      gate.open();
    }
  }

  @Test
  void raisedLimitOfAStateStartsQueuedTasks() throws Exception {
    OverrideTarget slots = OverrideTarget.ofState(Kind.STATE_SLOTS, "T", "SEND");
    OverrideTarget ofKey = OverrideTarget.ofState(Kind.STATE_KEY_SLOTS, "T", "SEND");
    TaskDefinition<?, ?> limited =
        RawDefinition.limitsIn(gated("T"), List.of("SEND"), Limit.node(2), Limit.node(1).perKey());
    try (TestNode node = node(b -> b.define(limited))) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        ids.add(
            node.add(TaskRequest.of(TaskType.of("T")).state("SEND").key(i < 3 ? "k" : "k" + i)));
      }
      gate.awaitArrivals(2);
      Waiting.until(
          "four are in line", () -> ids.stream().filter(id -> inLine(node, id)).count() == 4);
      overrides(node).set(slots, slots(4));
      gate.awaitArrivals(2);
      Waiting.until(
          "two are in line", () -> ids.stream().filter(id -> inLine(node, id)).count() == 2);
      overrides(node).set(ofKey, slots(3));
      overrides(node).set(slots, slots(5));
      gate.awaitArrivals(1);
      assertThat(gate.arrived()).isZero();
      assertThat(overrides(node).reset(slots)).isEqualTo(new Answer.Changed(slots(5), null));
      assertThat(number(node, slots).inCode()).isEqualTo(slots(2));
      gate.open();
      for (UUID id : ids) {
        node.completed(id, Rule.FINISH);
      }
      node.assertNothingLeft();
    }
  }

  @Test
  void freeSlotOfAStateGoesToAKeyThatIsNotFull() throws Exception {
    TaskDefinition<?, ?> limited =
        RawDefinition.limitsIn(gated("T"), List.of("SEND"), Limit.node(2), Limit.node(1).perKey());
    try (TestNode node = node(b -> b.define(limited))) {
      node.add(TaskRequest.of(TaskType.of("T")).state("SEND").key("a"));
      node.add(TaskRequest.of(TaskType.of("T")).state("SEND").key("b"));
      gate.awaitArrivals(2);
      UUID sameKey = node.add(TaskRequest.of(TaskType.of("T")).state("SEND").key("a"));
      UUID otherKey = node.add(TaskRequest.of(TaskType.of("T")).state("SEND").key("c"));
      Waiting.until("both are in line", () -> inLine(node, sameKey) && inLine(node, otherKey));
      overrides(node).set(OverrideTarget.ofState(Kind.STATE_SLOTS, "T", "SEND"), slots(3));
      gate.awaitArrival();
      assertThat(node.starts(otherKey)).isOne();
      gate.open();
    }
  }

  private static boolean inLine(TestNode node, UUID id) {
    return node.baton.operations().task(id).explain().reasons().stream()
        .anyMatch(WaitReason.InLine.class::isInstance);
  }

  @Test
  void slotsOfEachKeyAndOfTheClusterCanBeSet() throws Exception {
    try (TestNode node =
        node(b -> b.define(gated("T").limits(Limit.node(1).perKey(), Limit.cluster("bank", 1))))) {
      for (int i = 0; i < 2; i++) {
        node.add(TaskRequest.of(TaskType.of("T")).key("k"));
      }
      gate.awaitArrival();
      overrides(node).set(OverrideTarget.cluster("bank"), slots(2));
      overrides(node).set(new OverrideTarget(Kind.KEY_SLOTS, "T"), slots(2));
      gate.awaitArrival();
      gate.open();
    }
  }

  @Test
  void raisedRateTakesEffectAtOnce() throws Exception {
    Rate hourly = Rate.of(1, Duration.ofHours(1)).weight(candidate -> 1);
    try (TestNode node =
        node(b -> b.define(gated("T").limits(Limit.clusterRate("mail", hourly))))) {
      add(node, 4);
      gate.awaitArrival();
      overrides(node)
          .set(
              OverrideTarget.rate("mail"), new OverrideValue.Pace(1_000, Duration.ofSeconds(1), 5));
      gate.awaitArrivals(3);
      gate.open();
    }
  }

  @Test
  void raisedRateOfAPrefixNamedLikeATypeTakesEffectAtOnce() throws Exception {
    Rate hourly = Rate.of(1, Duration.ofHours(1));
    TaskDefinition<?, ?> prefix = gated("T").asPrefix().limits(Limit.clusterRate("mail", hourly));
    try (TestNode node = node(b -> b.define(gated("T"), prefix))) {
      node.add(TaskRequest.of(TaskType.of("T.A")));
      node.add(TaskRequest.of(TaskType.of("T.A")));
      gate.awaitArrival();
      node.events.await(NodeEvent.Refused.class, event -> true, 1);
      overrides(node)
          .set(
              OverrideTarget.rate("mail"), new OverrideValue.Pace(1_000, Duration.ofSeconds(1), 5));
      gate.awaitArrival();
      gate.open();
    }
  }

  @Test
  void nextAttemptUsesTheRetryThatWasSet() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.of(
                "T",
                attempt -> {
                  throw new IllegalStateException("the bank is closed");
                })
            .retry(Retry.fixed(Duration.ofHours(1)).maxAttempts(2));
    try (TestNode node = node(b -> b.define(failing))) {
      OverrideTarget retry = new OverrideTarget(Kind.RETRY, "T");
      OverrideValue code = RetryNumbers.of(Definition.of(failing).retry()).orElseThrow();
      OverrideValue.Backoff one =
          new OverrideValue.Backoff(Duration.ofHours(2), 1, 1, Duration.ofHours(2));
      overrides(node).set(retry, one);
      awaitInForce(node, one);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.STOP_IN_ERROR);
      overrides(node).reset(retry);
      awaitInForce(node, code);
      UUID other = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(other, Rule.WAIT);
      assertThat(node.task(other).position().status()).isEqualTo(Status.WAITING);
    }
  }

  @Test
  void explanationNamesTheOverrideAndTheCodesValue() throws Exception {
    try (TestNode node = node(b -> b.define(gated("T").limits(Limit.node(15))))) {
      overrides(node).set(TWO, slots(1));
      awaitInForce(node, slots(1));
      add(node, 1);
      gate.awaitArrival();
      UUID waiting = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      assertThat(node.baton.operations().task(waiting).explain().text())
          .contains("limit 1/1 on this node")
          .contains("slots on each node of type T: 1, set by ann at ")
          .contains("; the value in code is 15");
      assertThat(node.baton.operations().task(waiting).explain().reasons())
          .anyMatch(WaitReason.SetAtRunTime.class::isInstance);
      gate.open();
    }
  }

  @Test
  void eachChangeIsInTheAuditWithTheNumberBeforeAndAfter() throws Exception {
    try (TestNode node = node(b -> b.define(gated("T").limits(Limit.node(15))))) {
      overrides(node).set(TWO, slots(5));
      overrides(node).set(TWO, slots(6));
      assertThat(overrides(node).check(TWO, slots(7)))
          .isEqualTo(new Answer.WouldChange(slots(6), slots(7)));
      overrides(node).reset(TWO);
      List<AuditEntry> entries = new ArrayList<>();
      entries.addAll(node.baton.operations().audit(AuditFilter.all()).page(10).items());
      assertThat(entries)
          .extracting(AuditEntry::detail)
          .containsExactly(
              TWO + ": 6 to the value in code", TWO + ": 5 to 6", TWO + ": the value in code to 5");
      assertThat(entries).allMatch(entry -> entry.actor().equals("ann"));
      assertThat(entries).allMatch(entry -> "the bank is slow".equals(entry.reason()));
    }
  }

  @Test
  void invalidOverridesAreRefusedWithAMessage() throws Exception {
    Limit own = Limit.custom(candidate -> Booking.held(() -> {}));
    try (TestNode node =
        node(
            b ->
                b.define(gated("OWN").limits(own).retry(failure -> Optional.empty()))
                    .define(gated("TWO").limits(Limit.node(1), Limit.node(2))))) {
      Overrides overrides = overrides(node);
      assertThat(refusal(overrides, Kind.NODE_SLOTS, "OWN", slots(1))).contains("custom policy");
      Duration hour = Duration.ofHours(1);
      assertThat(refusal(overrides, Kind.RETRY, "OWN", new OverrideValue.Backoff(hour, 1, 3, hour)))
          .contains("custom policy");
      assertThat(refusal(overrides, Kind.NODE_SLOTS, "TWO", slots(1))).contains("several");
      assertThat(refusal(overrides, Kind.NODE_SLOTS, "NONE", slots(1))).contains("doesn't know");
      assertThat(refusal(overrides, Kind.CLUSTER_SLOTS, "none", slots(1))).contains("doesn't know");
      for (int absurd : new int[] {0, -1, 100_001}) {
        assertThatThrownBy(() -> overrides.set(TWO, slots(absurd)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("not " + absurd);
      }
      OverrideTarget rate = OverrideTarget.rate("mail");
      Duration second = Duration.ofSeconds(1);
      assertThatThrownBy(() -> overrides.set(rate, new OverrideValue.Pace(0, second, 1)))
          .isInstanceOf(IllegalArgumentException.class);
      OverrideTarget retry = new OverrideTarget(Kind.RETRY, "TWO");
      assertThatThrownBy(
              () -> overrides.set(retry, new OverrideValue.Backoff(second, 0.5, 1, second)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> overrides.set(retry, slots(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another kind");
      assertThat(overrides.active()).isEmpty();
    }
    try (TestNode alone = TestNode.on(store, b -> b)) {
      assertThatThrownBy(() -> alone.baton.operations().overrides().list())
          .isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void acknowledgementsLeaveRoomForLimits() {
    try (TestNode node = node(b -> b.define(gated("T").limits(Limit.node(3))))) {
      OverrideValue seen = new OverrideValue.Acknowledged(LivedTime.CLOCK.instant());
      for (int i = 0; i < Overrides.MAX_OVERRIDES; i++) {
        overrides(node).set(OverrideTarget.acknowledgement("ERROR T" + i), seen);
      }
      assertThat(refusal(overrides(node), Kind.ACKNOWLEDGEMENT, "ERROR T", seen))
          .isEqualTo("There are 1000 overrides of this kind in force. Reset some");
      assertThat(overrides(node).set(TWO, slots(2))).isEqualTo(new Answer.Changed(null, slots(2)));
    }
  }

  private static String refusal(Overrides overrides, Kind kind, String name, OverrideValue value) {
    Answer answer = overrides.set(new OverrideTarget(kind, name), value);
    return ((Answer.Refused) answer).reason();
  }

  private static OverrideValue slots(int count) {
    return new OverrideValue.Slots(count);
  }

  private static Overrides overrides(TestNode node) {
    return node.baton.operations().by("ann", "the bank is slow").overrides();
  }

  private static Overridable number(TestNode node, OverrideTarget target) {
    return overrides(node).list().stream()
        .filter(one -> one.target().equals(target))
        .findFirst()
        .orElseThrow();
  }

  private static List<UUID> add(TestNode node, int count) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(node.add(TaskRequest.of(TaskType.of("T"))));
    }
    return ids;
  }

  /** Waits until this node uses this value. */
  private static void awaitInForce(TestNode node, OverrideValue value) {
    Waiting.until(
        "it is in force",
        () ->
            node.baton.definitions().stream()
                .map(Definition::of)
                .anyMatch(
                    one ->
                        RetryNumbers.of(one.retry()).equals(Optional.of(value))
                            || LimitNumbers.of(one.limitPolicy()).stream()
                                .anyMatch(part -> part.value().equals(value))));
  }

  private TaskDefinition<?, ?> gated(String type) {
    return RawDefinition.of(
        type,
        attempt -> {
          gate.pass();
          return Outcome.done();
        });
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b ->
            with.apply(b)
                .settings(s -> RARE_LOOKS)
                .stores(s -> s.cluster(shared).overrides(store.operations())));
  }
}
