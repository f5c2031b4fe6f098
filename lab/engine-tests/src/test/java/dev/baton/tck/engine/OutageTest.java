package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests several nodes and a store that is unavailable for longer than a lease. */
final class OutageTest {
  private static final NodeSettings SETTINGS = TestNode.QUICK.lease(Duration.ofMillis(1_500));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore ofHolder = new UnreliableStore(store);
  private final UnreliableStore ofSweeper = new UnreliableStore(store);
  private final Gate gate = new Gate();
  private final AtomicInteger runs = new AtomicInteger();

  private TaskDefinition<?, ?> definition(String type, OnLost<Bytes, Void> onLost) {
    return RawDefinition.of(
            type,
            attempt -> {
              runs.incrementAndGet();
              gate.pass();
              return Outcome.done();
            })
        .onLost(onLost);
  }

  @Test
  void livingNodesRenewBeforeTheSweeperActsAfterAnOutage() throws Exception {
    try (TestNode sweeper = node(ofSweeper, false);
        TestNode holder = node(ofHolder, true)) {
      List<UUID> ids = ended(holder);
      ofSweeper.away(true);
      aLeasePasses();
      ofSweeper.away(false);
      roundsOf(ofSweeper);
      ofHolder.away(false);
      for (UUID id : ids) {
        holder.completed(id, Rule.FINISH);
      }
      assertThat(sweeper.events.all(NodeEvent.Swept.class)).isEmpty();
      holder.assertNothingLeft();
    }
    assertThat(runs).hasValue(2);
  }

  @Test
  void isolatedHolderLosesItsTasksAsTheirTypesSay() throws Exception {
    try (TestNode sweeper = node(ofSweeper, false);
        TestNode holder = node(ofHolder, true)) {
      List<UUID> ids = ended(holder);
      aLeasePasses();
      sweeper.events.await(NodeEvent.Swept.class, event -> true, ids.size());
      ofHolder.away(false);
      holder.events.await(NodeEvent.LeaseLost.class, event -> true, ids.size());
      assertThat(store.find(ids.get(0)).orElseThrow().position().status()).isEqualTo(Status.ERROR);
      holder.completed(ids.get(1), Rule.FINISH);
    }
    assertThat(runs).hasValue(3);
  }

  /** Ends the handlers while their outcomes can't be written. */
  private List<UUID> ended(TestNode holder) throws InterruptedException {
    List<UUID> ids =
        List.of(
            holder.add(TaskRequest.of(TaskType.of("ONCE"))),
            holder.add(TaskRequest.of(TaskType.of("AGAIN"))));
    gate.awaitArrivals(ids.size());
    ofHolder.away(true);
    int tried = ofHolder.calls(Verb.APPLY);
    gate.open();
    Waiting.until("the writing fails", () -> ofHolder.calls(Verb.APPLY) > tried);
    return ids;
  }

  private static void aLeasePasses() {
    long over = LivedTime.CLOCK.nanoTime() + SETTINGS.lease().toNanos();
    Waiting.until("all leases have lapsed", () -> LivedTime.CLOCK.nanoTime() > over);
  }

  private static void roundsOf(UnreliableStore store) {
    int before = store.calls(Verb.DUE);
    Waiting.until("some rounds of the sweeper", () -> store.calls(Verb.DUE) >= before + 3);
  }

  private TestNode node(UnreliableStore link, boolean runs) {
    return TestNode.on(
        store,
        b -> {
          b.stores(s -> s.tasks(link)).settings(s -> SETTINGS);
          return runs
              ? b.settings(s -> s.withoutSweeper())
                  .define(definition("ONCE", OnLost.stop()), definition("AGAIN", OnLost.resume()))
              : b;
        });
  }
}
