package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests handlers that have ended while the store is slow to write their outcomes. */
final class UnwrittenOutcomesTest {
  private static final NodeSettings SETTINGS = TestNode.SHORT_LEASE;
  private static final int MANY = 300;

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final Gate writing = new Gate();
  private final AtomicInteger renewals = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();
  private volatile boolean renewalsFail;

  private final StoreWrapper slow =
      new StoreWrapper(store) {
        @Override
        public List<Verdict> tryApply(List<Transition> transitions) {
          if (transitions.stream().anyMatch(one -> one.rule() == Rule.FINISH)) {
            writing.passStubbornly();
          }
          return super.tryApply(transitions);
        }

        @Override
        public Renewal renew(Duration lease, List<ClaimFence> held) {
          if (renewalsFail) {
            throw new StoreUnavailableException("no renewals now");
          }
          Renewal renewal = super.renew(lease, held);
          renewals.addAndGet(renewal.renewed().size());
          return renewal;
        }
      };

  private final TaskDefinition<?, ?> once =
      RawDefinition.of(
              "T",
              attempt -> {
                runs.incrementAndGet();
                return Outcome.done();
              })
          .onLost(OnLost.stop());

  @Test
  void aLeaseIsRenewedUntilTheOutcomeIsWritten() throws Exception {
    try (TestNode other = TestNode.on(store, b -> b.settings(s -> SETTINGS));
        TestNode node =
            TestNode.on(
                store,
                b ->
                    b.stores(s -> s.tasks(slow))
                        .define(once)
                        .settings(s -> SETTINGS.withoutSweeper()))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      writing.awaitArrival();
      Waiting.until("it has been renewed", () -> renewals.get() >= 6);
      writing.open();
      node.completed(id, Rule.FINISH);
      assertThat(other.events.all(NodeEvent.Swept.class)).isEmpty();
      node.assertNothingLeft();
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void nodeThatCannotRenewLosesNoTaskToItself() throws Exception {
    renewalsFail = true;
    try (TestNode node =
        TestNode.on(
            store, b -> b.stores(s -> s.tasks(slow)).define(once).settings(s -> SETTINGS))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      writing.awaitArrival();
      long lapsed = LivedTime.CLOCK.nanoTime() + 3 * SETTINGS.lease().toNanos();
      Waiting.until("its lease has long expired", () -> LivedTime.CLOCK.nanoTime() > lapsed);
      renewalsFail = false;
      writing.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.events.all(NodeEvent.Swept.class)).isEmpty();
      assertThat(node.events.all(NodeEvent.LeaseLost.class)).isEmpty();
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void oldUnwrittenOutcomesStopClaimsUntilTheyAreWritten() throws Exception {
    try (TestNode node =
        TestNode.on(
            store, b -> b.stores(s -> s.tasks(slow)).define(once).settings(s -> SETTINGS))) {
      node.add(TaskRequest.of(TaskType.of("T")));
      writing.awaitArrival();
      long late = LivedTime.CLOCK.nanoTime() + SETTINGS.lease().toNanos();
      Waiting.until("it waits for long", () -> LivedTime.CLOCK.nanoTime() > late);
      int claimed = node.events.all(NodeEvent.Claimed.class).size();
      addMany(node);
      long while1 = LivedTime.CLOCK.nanoTime() + SETTINGS.lease().toNanos() / 2;
      Waiting.until("claims had time", () -> LivedTime.CLOCK.nanoTime() > while1);
      assertThat(node.events.all(NodeEvent.Claimed.class)).hasSize(claimed);
      writing.open();
      Waiting.until("all are done", () -> store.live().isEmpty());
    }
    assertThat(runs).hasValue(MANY + 1);
  }

  @Test
  void manyUnwrittenOutcomesStopNoClaimsWhileTheyAreYoung() throws Exception {
    NodeSettings longLease = SETTINGS.lease(Duration.ofHours(24)).completionBatch(1);
    try (TestNode node =
        TestNode.on(
            store, b -> b.stores(s -> s.tasks(slow)).define(once).settings(s -> longLease))) {
      addMany(node);
      Waiting.until("all have run, but nothing is written", () -> runs.get() == MANY);
      assertThat(store.live()).hasSize(MANY);
      writing.open();
      Waiting.until("all are done", () -> store.live().isEmpty());
    }
  }

  private static void addMany(TestNode node) {
    node.baton.tasks().addAll(Collections.nCopies(MANY, TaskRequest.of(TaskType.of("T"))));
  }
}
