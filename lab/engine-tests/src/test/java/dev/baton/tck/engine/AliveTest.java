package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that a node is alive, with all of its loops, or else claims nothing and reports why. */
final class AliveTest {
  private static final NodeSettings SETTINGS = TestNode.QUICK.lease(Duration.ofMillis(1_500));

  private final MemoryTaskStore memory = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore store = new UnreliableStore(memory);
  private final Gate gate = new Gate();

  private TaskDefinition<?, ?> waiting() {
    return RawDefinition.of(
        "WAITS",
        attempt -> {
          gate.pass();
          return Outcome.done();
        });
  }

  private static TaskDefinition<?, ?> plain() {
    return RawDefinition.of("PLAIN", attempt -> Outcome.done());
  }

  private TestNode node() {
    return TestNode.on(
        memory,
        b ->
            b.stores(stores -> stores.tasks(store))
                .settings(s -> SETTINGS)
                .define(waiting(), plain())
                .listener(
                    event -> {
                      if (event instanceof NodeEvent.StoreTrouble) {
                        throw new NoClassDefFoundError("a listener's");
                      }
                    }));
  }

  @Test
  void failureThatCannotBeLoggedStopsNoLoop() throws Exception {
    try (TestNode node = node()) {
      UUID held = node.add(TaskRequest.of(TaskType.of("WAITS")));
      gate.awaitArrival();
      try (BrokenLog log = new BrokenLog(() -> new OutOfMemoryError("a logger's"))) {
        store.trouble(() -> new Speechless());
        store.away(true);
        Waiting.until("failures could not be logged", () -> log.thrown() > 5);
        Waiting.until("renewals fail", () -> store.calls(Verb.RENEW) > 1);
        store.away(false);
        node.completed(node.add(TaskRequest.of(TaskType.of("PLAIN"))), Rule.FINISH);
        int renewals = store.calls(Verb.RENEW);
        Waiting.until("leases are renewed", () -> store.calls(Verb.RENEW) > renewals + 3);
      }
      gate.open();
      node.completed(held, Rule.FINISH);
    }
  }

  @Test
  void nothingIsClaimedWhileLeasesAreNotRenewed() throws Exception {
    try (TestNode node = node()) {
      node.completed(node.add(TaskRequest.of(TaskType.of("PLAIN"))), Rule.FINISH);
      store.fail(Verb.RENEW, Integer.MAX_VALUE);
      UUID held = node.add(TaskRequest.of(TaskType.of("WAITS")));
      gate.awaitArrival();
      Waiting.until("it is late", () -> node.baton.lateLoops().equals(List.of("lease-keeper")));
      int claims = store.calls(Verb.CLAIM);
      UUID waits = node.add(TaskRequest.of(TaskType.of("PLAIN")));
      // The handler is interrupted because no loop renews its lease.
      node.completed(held, Rule.INTERRUPT);
      assertThat(node.starts(waits)).isZero();
      assertThat(store.calls(Verb.CLAIM)).isEqualTo(claims);
      store.fail(Verb.RENEW, 0);
      node.completed(waits, Rule.FINISH);
      assertThat(node.baton.lateLoops()).isEmpty();
      gate.open();
      node.completed(held, Rule.FINISH);
    }
  }

  @Test
  void stopIsInTimeDuringAHangingClaimWhoseTasksAreReleased() throws Exception {
    Gate answer = new Gate();
    try (TestNode node =
        TestNode.on(
            memory,
            b ->
                b.stores(stores -> stores.tasks(new SlowClaims(memory, answer))).define(plain()))) {
      UUID claimed = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("PLAIN"))));
      answer.awaitArrival();
      long began = LivedTime.CLOCK.nanoTime();
      assertThat(node.baton.stop(Duration.ofMillis(300))).isFalse();
      assertThat(LivedTime.CLOCK.nanoTime() - began).isLessThan(2_000_000_000L);
      answer.open();
      Waiting.until(
          "it is released",
          () -> memory.find(claimed).orElseThrow().position().status() == Status.READY);
      assertThat(node.starts(claimed)).isZero();
    }
  }

  @Test
  void anAttemptWhoseEndCannotBeWrittenIsLeftToItsLease() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    FullHeap heap = new FullHeap();
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
            "FILLS",
            attempt -> {
              heap.isFull.set(runs.incrementAndGet() == 1);
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(memory, b -> b.settings(s -> SETTINGS).runtime(heap).define(definition))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("FILLS")));
      node.events.await(NodeEvent.Swept.class, swept -> swept.rule() == Rule.LOST);
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
    }
    assertThat(runs).hasValue(2);
  }

  /** A runtime for the thread that has filled the heap. */
  private static final class FullHeap extends LivedRuntime {
    private final ThreadLocal<Boolean> isFull = ThreadLocal.withInitial(() -> false);

    @Override
    public long nanoTime() {
      if (isFull.get()) {
        isFull.set(false);
        throw new OutOfMemoryError("while an attempt ends");
      }
      return super.nanoTime();
    }
  }

  /** Executes claims at once and delays their responses until the gate opens. */
  private static final class SlowClaims extends StoreWrapper {
    private final Gate answer;

    SlowClaims(MemoryTaskStore memory, Gate answer) {
      super(memory);
      this.answer = answer;
    }

    @Override
    public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
      List<Task> claimed = super.claim(owner, lease, requests);
      answer.passStubbornly();
      return claimed;
    }
  }

  /** An exception whose getMessage throws. */
  private static final class Speechless extends StoreUnavailableException {
    private static final long serialVersionUID = 1L;

    Speechless() {
      super("never shown");
    }

    @Override
    public String getMessage() {
      throw new IllegalStateException("no text");
    }
  }
}
