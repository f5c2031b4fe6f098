package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Cluster.Presence;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that nodes find each other through the store. */
final class MembershipTest {
  private static final Duration EVER = Duration.ofDays(10_000);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared = new MemoryClusterStore(LivedTime.CLOCK);
  private final TaskDefinition<?, ?> quick = RawDefinition.of("T", attempt -> Outcome.done());
  private final TaskDefinition<?, ?> nightly =
      RawDefinition.of("NIGHTLY", attempt -> Outcome.done()).bucket("nightly");

  @Test
  void startedNodeIsListedAtOnceWithAllItsDetails() {
    try (TestNode node = node(shared, b -> b.name("rack 7").define(quick, nightly))) {
      Member member = only(node.baton.cluster().nodes());
      assertThat(member.presence()).isEqualTo(Presence.LIVE);
      NodeInfo.Card card = member.node().card();
      assertThat(card.name()).isEqualTo("rack 7");
      assertThat(card.role()).isEqualTo(NodeRole.SERVER);
      assertThat(card.types()).containsExactly("NIGHTLY", "T");
      assertThat(card.buckets()).containsExactly("default", "nightly");
      assertThat(card.version()).matches("\\d+\\.\\d+.*");
    }
  }

  @Test
  void nodeWithoutANameHasTheMachinesName() {
    try (TestNode node = node(shared, b -> b)) {
      assertThat(only(node.baton.cluster().nodes()).node().card().name()).isNotBlank();
    }
  }

  @Test
  void stoppedNodeIsRemovedAndARestartedNodeIsNew() {
    node(shared, b -> b.name("n")).close();
    try (TestNode again = node(shared, b -> b.name("n"))) {
      assertThat(again.baton.cluster().nodes())
          .extracting(Member::presence)
          .containsExactlyInAnyOrder(Presence.LEFT, Presence.LIVE);
      assertThat(again.baton.cluster().nodes())
          .extracting(member -> member.node().card().id())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void aNodeThatStopsBeatsUntilItsLastHandlerHasEnded() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> slow =
        RawDefinition.of(
            "SLOW",
            attempt -> {
              gate.passStubbornly();
              return Outcome.done();
            });
    TestNode node = node(shared, b -> b.define(slow));
    node.add(TaskRequest.of(TaskType.of("SLOW")));
    gate.awaitArrival();
    Thread stop = new Thread(node::close);
    stop.start();
    Waiting.until("stopping", () -> !node.baton.isBucketRunning("default"));
    assertThat(only(shared.nodes(EVER)).leftAt()).isNull();
    gate.open();
    stop.join();
    assertThat(only(shared.nodes(EVER)).leftAt()).isNotNull();
  }

  @Test
  void historyNamesTheNodeThatLostTheTask() throws Exception {
    Gate gate = new Gate();
    UnreliableStore link = new UnreliableStore(store);
    TaskDefinition<?, ?> held =
        RawDefinition.of(
            "HELD",
            attempt -> {
              gate.passStubbornly();
              return Outcome.done();
            });
    NodeSettings brief = TestNode.SHORT_LEASE;
    try (TestNode cutOff =
            node(
                shared,
                b ->
                    b.name("pay-1")
                        .define(held)
                        .stores(s -> s.tasks(link))
                        .settings(s -> brief.withoutSweeper()));
        TestNode other = node(shared, b -> b.name("pay-2").settings(s -> brief))) {
      UUID id = cutOff.add(TaskRequest.of(TaskType.of("HELD")));
      gate.awaitArrival();
      link.away(true);
      other.events.await(NodeEvent.Swept.class, event -> event.rule() == Rule.LOST);
      assertThat(other.baton.operations().task(id).attempts())
          .extracting(PastAttempt::error)
          .containsExactly("The node pay-1 was lost during attempt 1");
      link.away(false);
      gate.open();
    }
  }

  @Test
  void aStartWhileTheClusterStoreIsAwayIsListedLater() {
    UnreliableClusterStore link = new UnreliableClusterStore(shared);
    link.away(true);
    try (TestNode node = TestNode.on(store, b -> b.stores(s -> s.cluster(link)))) {
      assertThat(shared.nodes(EVER)).isEmpty();
      link.away(false);
      Waiting.until("listed", () -> !shared.nodes(EVER).isEmpty());
      assertThat(node.baton.cluster().nodes()).hasSize(1);
    }
  }

  @Test
  void leaderForgetsOnlyNodesThatWereSilentForDays() {
    ManualClock clock = ManualClock.started();
    MemoryClusterStore old = new MemoryClusterStore(clock);
    beat(old, "gone for long");
    clock.advance(Duration.ofHours(23));
    beat(old, "gone for a day");
    clock.advance(Duration.ofHours(2));
    try (TestNode node = node(old, b -> b.name("leader"))) {
      Waiting.until("forgotten", () -> old.nodes(EVER).size() == 2);
      assertThat(old.nodes(EVER))
          .extracting(info -> info.card().name())
          .containsExactly("gone for a day", "leader");
      assertThat(node.baton.cluster().nodes())
          .extracting(Member::presence)
          .containsExactly(Presence.SILENT, Presence.LIVE);
    }
  }

  @Test
  void clientsAndNodesWithoutAPrunerForgetNoNode() throws Exception {
    ManualClock clock = ManualClock.started();
    MemoryClusterStore old = new MemoryClusterStore(clock);
    beat(old, "gone for long");
    clock.advance(Duration.ofDays(300));
    try (TestNode node = node(old, b -> b.settings(s -> s.withoutPruner()).define(quick));
        TestNode client = node(old, Baton.Builder::client)) {
      node.completed(client.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      assertThat(old.nodes(EVER)).hasSize(3);
    }
  }

  @Test
  void nodeWithoutAClusterStoreWorksAloneAndReportsIt() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(quick))) {
      assertThatThrownBy(() -> node.baton.cluster().nodes())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("without a cluster store", "Stores.cluster(...)");
      assertThatThrownBy(() -> node.baton.cluster().pause(Pause.type("T"), ""))
          .isInstanceOf(ConfigurationException.class);
      assertThat(node.baton.cluster().isPaused("default", "T", "")).isFalse();
      assertThat(node.baton.cluster().pausesInForce()).isZero();
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      assertThat(node.events.all(NodeEvent.StoreTrouble.class)).isEmpty();
    }
  }

  @Test
  void unprintableNodeNamesAreRefused() {
    for (String name : new String[] {" ", "two\nlines", "n".repeat(201)}) {
      assertThatThrownBy(() -> node(shared, b -> b.name(name)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("A node's name");
    }
  }

  private TestNode node(MemoryClusterStore cluster, UnaryOperator<Baton.Builder> with) {
    return TestNode.on(store, b -> with.apply(b.stores(s -> s.cluster(cluster))));
  }

  private static void beat(MemoryClusterStore cluster, String name) {
    TreeSet<String> none = new TreeSet<>();
    UUID id = UUID.nameUUIDFromBytes(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    cluster.beat(
        new NodeInfo.Card(
            id,
            name,
            "1",
            NodeRole.SERVER,
            Duration.ofSeconds(30),
            none,
            none,
            new TreeMap<>(),
            List.of()));
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.get(0);
  }
}
