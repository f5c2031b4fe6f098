package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.limit.Rate;
import dev.baton.limit.internal.LimitPolicies;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests limits on the number of tasks that the nodes of a cluster run together. */
final class ClusterLimitTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final Gate gate = new Gate();

  @Test
  void nodesTogetherNeverRunMoreThanTheClusterAllows() throws Exception {
    try (TestNode one = TestNode.on(store, b -> b.define(twoHereAndThreeInAll()));
        TestNode two = TestNode.on(store, b -> b.define(twoHereAndThreeInAll()));
        TestNode three = TestNode.on(store, b -> b.define(twoHereAndThreeInAll()))) {
      one.baton.tasks().addAll(requests(60));
      gate.awaitArrivals(3);
      gate.open();
      Waiting.until("all ran", () -> done.get() == 60);
      assertThat(most).hasValue(3);
      int nodes = 0;
      for (TestNode node : List.of(one, two, three)) {
        node.assertNothingLeft();
        nodes += node.events.all(TaskEvent.Started.class).isEmpty() ? 0 : 1;
      }
      assertThat(nodes).as("nodes that ran some").isGreaterThan(1);
    }
  }

  /**
   * Returns a type with a node limit of two and a cluster limit of three. A node limit counts all
   * that book with its object, so each node gets a new one.
   */
  private TaskDefinition<?, ?> twoHereAndThreeInAll() {
    RawHandler.Sync handler =
        attempt -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          gate.pass();
          running.decrementAndGet();
          done.incrementAndGet();
          return Outcome.done();
        };
    return RawDefinition.of("T", handler).limits(Limit.node(2), Limit.cluster("L", 3));
  }

  @Test
  void limitPerKeyDelaysNoOtherKey() throws Exception {
    RawHandler.Sync handler =
        attempt -> {
          if (attempt.key().equals("slow")) {
            gate.pass();
          }
          return Outcome.done();
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", handler).limits(Limit.cluster("L", 1).perKey());
    try (TestNode one = TestNode.on(store, b -> b.define(definition));
        TestNode two = TestNode.on(store, b -> b.define(definition))) {
      one.add(TaskRequest.of(TaskType.of("T")).key("slow"));
      gate.awaitArrival();
      UUID second = one.add(TaskRequest.of(TaskType.of("T")).key("slow"));
      List<UUID> quick =
          IntStream.range(0, 20)
              .mapToObj(i -> one.add(TaskRequest.of(TaskType.of("T")).key("quick" + i)))
              .toList();
      for (UUID id : quick) {
        Waiting.until("quick ones end", () -> store.findFinished(id).isPresent());
      }
      assertThat(one.starts(second) + two.starts(second)).isZero();
      gate.open();
      Waiting.until("the second runs", () -> store.findFinished(second).isPresent());
    }
  }

  @Test
  void slotOfACrashedNodeIsFreeAfterItsLease() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    TaskDefinition<?, ?> blocking =
        RawDefinition.of(
            "T",
            attempt -> {
              gate.pass();
              return Outcome.done();
            });
    Limit limit = Limit.cluster("L", 1);
    try (TestNode falls =
            TestNode.on(
                store,
                b ->
                    b.stores(s -> s.tasks(link))
                        .define(blocking.limits(limit))
                        .settings(s -> TestNode.SHORT_LEASE));
        TestNode other =
            TestNode.on(store, b -> b.define(counting().limits(Limit.cluster("L", 1))).client())) {
      falls.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      UUID next = other.add(TaskRequest.of(TaskType.of("T")));
      link.away(true);
      try (TestNode takesOver =
          TestNode.on(store, b -> b.define(counting().limits(Limit.cluster("L", 1))))) {
        Waiting.until("both ran", () -> store.findFinished(next).isPresent() && done.get() == 2);
        assertThat(takesOver.events.all(NodeEvent.Swept.class))
            .extracting(NodeEvent.Swept::rule)
            .contains(Rule.LOST);
      }
      link.away(false);
      gate.open();
    }
  }

  @Test
  void aRateIsNeverExceededAndIsReached() throws Exception {
    Duration interval = Duration.ofMillis(20);
    TaskDefinition<?, ?> definition =
        counting().limits(Limit.clusterRate("R", Rate.of(50, Duration.ofSeconds(1)).burst(5)));
    try (TestNode one = TestNode.on(store, b -> b.define(definition));
        TestNode two = TestNode.on(store, b -> b.define(definition))) {
      Instant begin = LivedTime.CLOCK.instant();
      one.baton.tasks().addAll(requests(30));
      Waiting.until("all ran", () -> done.get() == 30);
      Duration took = Duration.between(begin, LivedTime.CLOCK.instant());
      assertThat(took).isGreaterThanOrEqualTo(interval.multipliedBy(24));
    }
  }

  @Test
  void limitsOfNodeClusterAndKeyApplyTogether() throws Exception {
    TaskDefinition<?, ?> definition =
        counting()
            .limits(
                Limit.node(4),
                Limit.cluster("ALL", 6),
                Limit.cluster("PARTNER", 2).perKey(),
                Limit.clusterRate("PACE", Rate.of(1_000, Duration.ofSeconds(1)).burst(10)));
    assertThat(Definition.of(definition).mayDispatchLocally()).isFalse();
    try (TestNode one = TestNode.on(store, b -> b.define(definition));
        TestNode two = TestNode.on(store, b -> b.define(definition))) {
      for (int i = 0; i < 40; i++) {
        one.add(TaskRequest.of(TaskType.of("T")).key("k" + i % 4));
      }
      Waiting.until("all ran", () -> done.get() == 40);
      assertThat(most.get()).isLessThanOrEqualTo(6);
      one.assertNothingLeft();
      two.assertNothingLeft();
    }
  }

  @Test
  void hiddenClusterLimitAppliesToLocalDispatch() throws Exception {
    BookingPolicy limit = LimitPolicies.of(Limit.cluster("L", 1));
    BookingPolicy hides = candidate -> limit.book(candidate);
    try (TestNode one = TestNode.on(store, b -> b.define(counting().limits(Limit.custom(hides))));
        TestNode two = TestNode.on(store, b -> b.define(counting().limits(Limit.custom(hides))))) {
      for (int i = 0; i < 20; i++) {
        (i % 2 == 0 ? one : two).add(TaskRequest.of(TaskType.of("T")));
      }
      Waiting.until("all ran", () -> done.get() == 20);
      assertThat(most).hasValue(1);
    }
  }

  @Test
  void aFullClusterLimitCausesNoStormOfClaims() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    TaskDefinition<?, ?> blocking =
        RawDefinition.of(
            "T",
            attempt -> {
              gate.pass();
              return Outcome.done();
            });
    try (TestNode holds =
        TestNode.on(store, b -> b.define(blocking.limits(Limit.cluster("L", 1))))) {
      holds.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      holds.baton.stopBucket("default");
      TaskDefinition<?, ?> waiting = counting().limits(Limit.cluster("L", 1));
      try (TestNode waits = TestNode.on(store, b -> b.stores(s -> s.tasks(link)).define(waiting))) {
        waits.baton.tasks().addAll(requests(500));
        long begin = System.nanoTime();
        int before = link.calls(UnreliableStore.Verb.CLAIM);
        Waiting.until("a second is over", () -> System.nanoTime() - begin > 1_000_000_000L);
        assertThat(link.calls(UnreliableStore.Verb.CLAIM) - before).isBetween(1, 40);
        gate.open();
        Waiting.until("all ran", () -> done.get() == 500);
      }
    }
  }

  @Test
  void limitsThatCannotWorkAreRefusedWhereTheyAreMade() {
    assertThatThrownBy(() -> Limit.cluster(" ", 1)).hasMessageContaining("1-120 characters");
    assertThatThrownBy(() -> Limit.cluster("L", 0))
        .hasMessage("The limit L needs at least one slot, not 0. To stop the tasks, pause them");
    assertThatThrownBy(() -> Rate.of(0, Duration.ofSeconds(1)))
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> Rate.of(1, Duration.ZERO)).hasMessageContaining("positive period");
    assertThatThrownBy(() -> Rate.of(1, Duration.ofSeconds(1)).burst(0))
        .hasMessageContaining("at least 1");
  }

  private TaskDefinition<?, ?> counting() {
    return RawDefinition.of(
        "T",
        attempt -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          Waiting.until("others had a chance to start", () -> true);
          Thread.yield();
          running.decrementAndGet();
          done.incrementAndGet();
          return Outcome.done();
        });
  }

  private static List<? extends TaskRequest<?, ?>> requests(int count) {
    return IntStream.range(0, count).mapToObj(i -> TaskRequest.of(TaskType.of("T"))).toList();
  }
}
