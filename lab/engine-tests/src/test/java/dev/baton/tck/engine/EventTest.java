package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.hook.TaskListener;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests events that no other test awaits, and listeners that fail. */
final class EventTest {
  private final TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());

  @Test
  void listenerThatThrowsHarmsNothingElse() throws Exception {
    for (Throwable broken : List.of(new IllegalStateException("x"), new AssertionError("y"))) {
      TaskListener listener =
          event -> {
            throw PolicyFailure.sneaky(broken);
          };
      try (TestNode node = TestNode.start(b -> b.listener(listener).define(definition))) {
        node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
        node.completed(
            node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")))), Rule.FINISH);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void listenerThatThrowsIsLoggedOnceForEachKindOfEvent() throws Exception {
    TaskListener listener =
        event -> {
          if (event instanceof TaskEvent.Added || event instanceof TaskEvent.Started) {
            throw new IllegalStateException("x");
          }
        };
    try (Warnings warnings = new Warnings();
        TestNode node = TestNode.start(b -> b.listener(listener).define(definition))) {
      for (int i = 0; i < 3; i++) {
        node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      }
      assertThat(warnings.with("A listener threw an exception for Added")).hasSize(1);
      assertThat(warnings.with("A listener threw an exception for Started")).hasSize(1);
      assertThat(warnings.with("A listener threw")).hasSize(2);
    }
  }

  @Test
  void addClaimStartAndCompletionAreReported() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id =
          node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).key("k").priority(3)));
      TaskEvent.Completed completed = node.completed(id);
      TaskEvent.Added added = node.events.await(TaskEvent.Added.class);
      assertThat(added.priority()).isEqualTo(3);
      assertThat(added.claimedByInsert()).isFalse();
      assertThat(added.flow().toString()).isEqualTo("T / k");
      NodeEvent.Claimed claimed = node.events.await(NodeEvent.Claimed.class);
      assertThat(claimed.sinceReady()).isBetween(Duration.ZERO, Duration.ofSeconds(20));
      assertThat(node.events.await(TaskEvent.Started.class).attempt()).isEqualTo(1);
      assertThat(completed.running()).isPositive();
    }
  }

  @Test
  void dueTasksAreReported() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      node.completed(id);
      assertThat(node.events.await(NodeEvent.Due.class).count()).isEqualTo(1);
    }
  }

  @Test
  void candidateThatAnotherNodeTookIsReportedAsMissed() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    Gate gate = new Gate();
    TaskDefinition<?, ?> first =
        RawDefinition.of(
            "FIRST",
            attempt -> {
              gate.pass();
              return Outcome.done();
            });
    try (TestNode slow =
        TestNode.on(
            store, b -> b.define(first, definition).settings(s -> TestNode.QUICK.maxRunning(1)))) {
      slow.add(TaskRequest.of(TaskType.of("FIRST")));
      gate.awaitArrival();
      // The task waits here without a slot, and another node runs it meanwhile.
      UUID id = slow.add(TaskRequest.of(TaskType.of("T")));
      try (TestNode quick = TestNode.on(store, b -> b.define(definition))) {
        quick.completed(id);
      }
      gate.open();
      assertThat(slow.events.await(NodeEvent.ClaimMissed.class).taskId()).isEqualTo(id);
      slow.assertNothingLeft();
    }
  }

  @Test
  void changesOfAnOperatorAreReported() throws Exception {
    try (TestNode node = TestNode.start(b -> b)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")).onHold());
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("no more");
      assertThat(node.events.await(NodeEvent.MovedByHand.class).rule()).isEqualTo(Rule.CANCEL);
    }
  }

  @Test
  void oldHintIsRepeatedAndReported() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.settings(s -> TestNode.QUICK.hintExpiry(Duration.ofMillis(100))))) {
      node.add(TaskRequest.of(TaskType.of("UNKNOWN_HERE")));
      NodeEvent.Swept swept = node.events.await(NodeEvent.Swept.class);
      assertThat(swept.rule()).isEqualTo(Rule.HINT_AGAIN);
    }
  }

  @Test
  void finishedTasksWhoseRetentionIsOverArePrunedAndReported() throws Exception {
    TaskDefinition<?, ?> brief = definition.keepDone(Duration.ofMillis(1));
    TestNode first = TestNode.start(b -> b.define(brief).settings(s -> s.withoutPruner()));
    first.completed(first.add(TaskRequest.of(TaskType.of("T"))));
    first.close();
    Waiting.until(
        "its retention is over",
        () ->
            first.store.finished().isEmpty()
                || first.store.finished().get(0).keepUntil().isBefore(LivedTime.CLOCK.instant()));
    try (TestNode second = TestNode.on(first.store, b -> b)) {
      Waiting.until("pruned", () -> second.store.finished().isEmpty());
      assertThat(second.events.await(NodeEvent.Pruned.class).count()).isEqualTo(1);
    }
  }
}
