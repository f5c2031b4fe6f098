package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeRole;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.AuditNote;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a task of an unknown type is left to nodes that may start later, and stops after a
 * grace period.
 */
final class UnknownTypeTest {
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final NodeSettings SETTINGS =
      TestNode.QUICK.hintExpiry(Duration.ofMillis(100)).unknownTypeGrace(GRACE);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared = new MemoryClusterStore(LivedTime.CLOCK);
  private final TaskDefinition<?, ?> late = RawDefinition.of("LATE", attempt -> Outcome.done());

  @Test
  void taskOfAnUnknownTypeStopsInErrorAndCanBeRetriedLater() throws Exception {
    try (TestNode ignorant = node(b -> b)) {
      UUID id = ignorant.add(TaskRequest.of(TaskType.of("LATE")));
      stopped(ignorant, id);
      Task task = ignorant.task(id);
      assertThat(task.position().status()).isEqualTo(Status.ERROR);
      assertThat(Duration.between(task.createdAt(), task.lastAction()))
          .isGreaterThanOrEqualTo(GRACE);
      try (TestNode knows = node(b -> b.define(late))) {
        ignorant.baton.operations().task(id).ifUnchangedSince(task.position().version()).retry();
        knows.completed(id, Rule.FINISH);
      }
    }
  }

  @Test
  void nodeThatKnowsTheTypeWithinTheGraceKeepsTheTaskReady() throws Exception {
    try (TestNode ignorant = node(b -> b)) {
      UUID id = ignorant.add(TaskRequest.of(TaskType.of("LATE")));
      Waiting.until(
          "older than the grace", () -> age(ignorant, id).compareTo(GRACE) > 0 || beats());
      Instant lastHeard = heardOfTheOther();
      stopped(ignorant, id);
      assertThat(Duration.between(lastHeard, ignorant.task(id).lastAction()))
          .isGreaterThanOrEqualTo(GRACE);
    }
  }

  @Test
  void registryYoungerThanTheGraceProvesNothing() throws Exception {
    UUID id;
    try (TestNode alone = TestNode.on(store, b -> b.settings(s -> SETTINGS))) {
      id = alone.add(TaskRequest.of(TaskType.of("LATE")));
      UUID old = id;
      Waiting.until("old", () -> age(alone, old).compareTo(GRACE.multipliedBy(2)) > 0);
    }
    Instant registryBegan = LivedTime.CLOCK.instant();
    try (TestNode first = node(b -> b)) {
      stopped(first, id);
      assertThat(Duration.between(registryBegan, first.task(id).lastAction()))
          .isGreaterThanOrEqualTo(GRACE);
    }
  }

  @Test
  void pausedTaskOfAnUnknownTypeIsNotStopped() throws Exception {
    shared.pause(
        Pause.type("LATE"),
        "until it is rolled out",
        new AuditNote(new UUID(4, 2), null, null, "ann", "PAUSE", null, null));
    try (TestNode ignorant = node(b -> b)) {
      UUID paused = ignorant.add(TaskRequest.of(TaskType.of("LATE")));
      UUID other = ignorant.add(TaskRequest.of(TaskType.of("OTHER")));
      stopped(ignorant, other);
      UUID again = ignorant.add(TaskRequest.of(TaskType.of("OTHER")));
      stopped(ignorant, again);
      assertThat(ignorant.task(paused).position().status()).isEqualTo(Status.READY);
    }
  }

  @Test
  @Tag("deep")
  void nodeWithoutAClusterStopsNoUnknownType() throws Exception {
    try (TestNode alone = TestNode.on(store, b -> b.settings(s -> SETTINGS))) {
      UUID id = alone.add(TaskRequest.of(TaskType.of("LATE")));
      Waiting.until("old", () -> age(alone, id).compareTo(GRACE.multipliedBy(2)) > 0);
      int before = alone.events.all(NodeEvent.Swept.class).size();
      alone.events.await(NodeEvent.Swept.class, event -> true, before + 2);
      assertThat(alone.task(id).position().status()).isEqualTo(Status.READY);
    }
  }

  @Test
  void everythingElseIsSweptWhenNodesCannotBeRead() throws Exception {
    UnreliableClusterStore link = new UnreliableClusterStore(shared);
    try (TestNode node =
        TestNode.on(
            store, b -> b.stores(s -> s.cluster(link)).settings(s -> SETTINGS).define(late))) {
      link.away(true);
      node.add(TaskRequest.of(TaskType.of("OTHER")));
      node.events.await(NodeEvent.Swept.class, event -> event.flow().type().equals("OTHER"), 3);
      UUID due = node.add(TaskRequest.of(TaskType.of("LATE")).runIn(Duration.ofMillis(1)));
      node.completed(due, Rule.FINISH);
      link.away(false);
    }
  }

  private boolean beats() {
    shared.beat(
        new NodeInfo.Card(
            new UUID(4, 7),
            "other",
            "1",
            NodeRole.SERVER,
            Duration.ofSeconds(30),
            new TreeSet<>(List.of("LATE")),
            new TreeSet<>(),
            new TreeMap<>(),
            List.of()));
    return false;
  }

  private Instant heardOfTheOther() {
    return shared.nodes(Duration.ofDays(1)).stream()
        .filter(node -> node.card().name().equals("other"))
        .findFirst()
        .orElseThrow()
        .heardAt();
  }

  private static Duration age(TestNode node, UUID id) {
    return Duration.between(node.task(id).createdAt(), LivedTime.CLOCK.instant());
  }

  private static void stopped(TestNode node, UUID id) throws InterruptedException {
    node.events.await(
        NodeEvent.Swept.class,
        event -> event.taskId().equals(id) && event.rule() == Rule.UNKNOWN_TYPE);
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b -> with.apply(b.settings(s -> SETTINGS).stores(s -> s.cluster(shared)).name("node")));
  }
}
