package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryScheduleStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that a switch switches off its feature and nothing else. */
final class SwitchesTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared = new MemoryClusterStore(LivedTime.CLOCK);
  private final UnreliableStore link = new UnreliableStore(store);
  private final Leadership leadership =
      new MemoryLeadership(LivedTime.CLOCK, Duration.ofSeconds(1));
  private final Gate gate = new Gate();
  private final TaskDefinition<?, ?> brief =
      RawDefinition.of("T", attempt -> Outcome.done()).keepDone(Duration.ofMillis(1));
  private final TaskDefinition<?, ?> slow =
      RawDefinition.of(
          "SLOW",
          attempt -> {
            gate.passStubbornly();
            return Outcome.done();
          });

  @Test
  void withoutSweeperEverythingElseGoesOn() throws Exception {
    try (TestNode node = node(b -> b.settings(s -> s.withoutSweeper()))) {
      UUID due = node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      everythingButDutiesGoesOn(node);
      node.events.await(NodeEvent.Pruned.class);
      assertThat(node.task(due).position().status()).isEqualTo(Status.WAITING);
      assertThat(link.calls(UnreliableStore.Verb.DUE)).isZero();
      assertThat(duties(node)).containsExactly("pruner");
    }
  }

  @Test
  void withoutPrunerEverythingElseGoesOn() throws Exception {
    try (TestNode node = node(b -> b.settings(s -> s.withoutPruner()))) {
      UUID due = node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      node.completed(due, Rule.FINISH);
      everythingButDutiesGoesOn(node);
      assertThat(link.calls(UnreliableStore.Verb.PRUNE)).isZero();
      assertThat(node.finished(due).status()).isEqualTo(Status.DONE);
      assertThat(duties(node)).containsExactly("sweeper");
    }
  }

  @Test
  void withBothOffTheDutiesAreLeftToOtherNodes() throws Exception {
    try (TestNode off = node(b -> b.settings(s -> s.withoutSweeper().withoutPruner()))) {
      everythingButDutiesGoesOn(off);
      UUID due = off.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      assertThat(off.task(due).position().status()).isEqualTo(Status.WAITING);
      try (TestNode other = TestNode.on(store, b -> b.leadership(leadership))) {
        off.completed(due, Rule.FINISH);
        other.events.await(NodeEvent.Pruned.class);
        assertThat(duties(other)).contains("sweeper", "pruner");
      }
      assertThat(duties(off)).isEmpty();
    }
  }

  @Test
  void failedResignationDoesNotKeepOtherDuties() throws Exception {
    List<String> given = Collections.synchronizedList(new ArrayList<>());
    Leadership broken =
        new Leadership() {
          @Override
          public Optional<Duration> lead(String duty, UUID node) {
            return Optional.of(Duration.ofSeconds(1));
          }

          @Override
          public void resign(String duty, UUID node) {
            given.add(duty);
            throw new StoreUnavailableException("away");
          }
        };
    try (TestNode node =
        node(b -> b.leadership(broken).stores(s -> s.schedules(new MemoryScheduleStore(store))))) {
      for (String duty : List.of("sweeper", "pruner", "scheduler")) {
        node.events.await(NodeEvent.Leading.class, event -> event.duty().equals(duty));
      }
    }
    assertThat(given).containsExactly("sweeper", "pruner", "scheduler");
  }

  /** Asserts that local dispatch, dispatch, leases, orphans and membership work on the node. */
  private void everythingButDutiesGoesOn(TestNode node) throws InterruptedException {
    UUID dispatchedLocally = node.add(TaskRequest.of(TaskType.of("T")));
    node.completed(dispatchedLocally, Rule.FINISH);
    assertThat(started(node, dispatchedLocally).dispatchedLocally()).isTrue();
    UUID claimed = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
    node.completed(claimed, Rule.FINISH);
    assertThat(started(node, claimed).dispatchedLocally()).isFalse();

    UUID kept = node.add(TaskRequest.of(TaskType.of("SLOW")));
    gate.awaitArrival();
    int renewals = link.calls(UnreliableStore.Verb.RENEW);
    Waiting.until("renewed", () -> link.calls(UnreliableStore.Verb.RENEW) > renewals + 1);
    gate.openForOne();
    node.completed(kept, Rule.FINISH);

    link.loseAnswers(UnreliableStore.Verb.CLAIM, 1);
    UUID orphan = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
    node.events.await(NodeEvent.OrphanReleased.class, event -> event.taskId().equals(orphan));
    node.completed(orphan, Rule.FINISH);

    node.baton.cluster().pause(Pause.type(TaskType.of("T")), "");
    UUID paused = node.add(TaskRequest.of(TaskType.of("T")));
    assertThat(node.baton.cluster().nodes()).isNotEmpty();
    node.baton.cluster().resume(Pause.type("T"));
    node.completed(paused, Rule.FINISH);
  }

  private static TaskEvent.Started started(TestNode node, UUID id) {
    return node.events.all(TaskEvent.Started.class).stream()
        .filter(event -> event.taskId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Iterable<String> duties(TestNode node) {
    return node.events.all(NodeEvent.Leading.class).stream()
        .map(NodeEvent.Leading::duty)
        .distinct()
        .toList();
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b ->
            with.apply(
                b.stores(s -> s.tasks(link).cluster(shared))
                    .leadership(leadership)
                    .settings(s -> TestNode.SHORT_LEASE)
                    .define(brief, slow)));
  }
}
