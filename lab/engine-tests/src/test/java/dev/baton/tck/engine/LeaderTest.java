package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Leadership;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that a leader that can't do its duty leaves it to another node. */
final class LeaderTest {
  private static final NodeSettings SETTINGS = TestNode.QUICK.sweep(Duration.ofMillis(50));

  private final MemoryTaskStore memory = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore ofLeader = new UnreliableStore(memory);

  /** Leads for longer than the test takes, unless it resigns. */
  private final Leadership leadership =
      new MemoryLeadership(LivedTime.CLOCK, Duration.ofMinutes(10));

  private static TaskDefinition<?, ?> plain() {
    return RawDefinition.of("PLAIN", attempt -> Outcome.done());
  }

  private TestNode node(UnreliableStore link) {
    return TestNode.on(
        memory,
        b ->
            b.stores(s -> s.tasks(link))
                .settings(s -> SETTINGS)
                .leadership(leadership)
                .define(plain()));
  }

  private static TaskRequest<?, ?> later() {
    return TaskRequest.of(TaskType.of("PLAIN")).runIn(Duration.ofMillis(100));
  }

  @Test
  void leaderWithAFailingCallLeavesTheDutyToAnotherNode() throws Exception {
    try (TestNode leader = node(ofLeader)) {
      leads(leader, true);
      try (TestNode other = node(new UnreliableStore(memory))) {
        ofLeader.fail(Verb.DUE, Integer.MAX_VALUE);
        leads(leader, false);
        UUID due = other.add(later());
        Waiting.until("it runs", () -> memory.findFinished(due).isPresent());
        leads(other, true);
      }
    }
  }

  @Test
  void callThatFailsOnEachNodeDoesNotStopTheOtherHalf() throws Exception {
    try (TestNode alone = node(ofLeader)) {
      leads(alone, true);
      ofLeader.fail(Verb.OVERDUE, Integer.MAX_VALUE);
      UUID due = alone.add(later());
      alone.completed(due, Rule.FINISH);
      ofLeader.fail(Verb.OVERDUE, 0);
      ofLeader.fail(Verb.DUE, Integer.MAX_VALUE);
      int looks = ofLeader.calls(Verb.OVERDUE);
      Waiting.until("it still checks leases", () -> ofLeader.calls(Verb.OVERDUE) > looks + 5);
      assertThat(alone.baton.lateLoops()).isEmpty();
    }
  }

  private static void leads(TestNode node, boolean leads) throws InterruptedException {
    node.events.await(
        NodeEvent.Leading.class, led -> led.duty().equals("sweeper") && led.leads() == leads);
  }
}
