package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests claims whose response comes after their lease has expired. */
final class LateClaimTest {
  private static final NodeSettings SETTINGS = TestNode.QUICK.lease(Duration.ofMillis(300));
  private static final int LATE = 4;

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final List<Long> begun = new CopyOnWriteArrayList<>();
  private final List<Long> answered = new CopyOnWriteArrayList<>();

  private final StoreWrapper slow =
      new StoreWrapper(store) {
        @Override
        public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
          long now = LivedTime.CLOCK.nanoTime();
          begun.add(now);
          List<Task> claimed = super.claim(owner, lease, requests);
          if (answered.size() < LATE) {
            Waiting.until(
                "the lease is over",
                () -> LivedTime.CLOCK.nanoTime() - now > SETTINGS.lease().toNanos());
          }
          answered.add(LivedTime.CLOCK.nanoTime());
          return claimed;
        }

        /**
         * Fails, because a renewal between a late response and the start would extend the lease
         * again.
         */
        @Override
        public Renewal renew(Duration lease, List<ClaimFence> held) {
          return new Renewal(
              Set.of(), held.stream().map(ClaimFence::id).collect(Collectors.toSet()));
        }
      };

  @Test
  void nodeWithSlowClaimsClaimsLessAndRecovers() throws Exception {
    TestNode.addUnheard(store, 1, 1);
    UUID id = store.live().get(0).id();
    TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(slow))
                    .define(definition)
                    .settings(s -> SETTINGS.withoutSweeper()))) {
      Waiting.until("it is done", () -> store.findFinished(id).isPresent());
      assertThat(node.finished(id).attempts()).isEqualTo(1);
      assertThat(node.starts(id)).isEqualTo(1);
      assertThat(node.events.all(NodeEvent.StoreTrouble.class))
          .hasSize(LATE)
          .allMatch(event -> event.message().contains("longer than their lease of 300 ms"));
    }
    long leastNanos = SETTINGS.lease().toNanos() / 10;
    for (int i = 1; i <= LATE; i++) {
      assertThat(begun.get(i) - answered.get(i - 1)).isGreaterThanOrEqualTo(leastNanos);
      leastNanos *= 2;
    }
  }
}
