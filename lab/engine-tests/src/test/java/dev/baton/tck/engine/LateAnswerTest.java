package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Transaction;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Rule;
import dev.baton.task.row.Task;
import dev.baton.task.rule.ClaimFence;
import dev.baton.task.rule.NewTask;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that a lease counts from before its request was sent, whichever call grants it. A node that
 * counted it from a late response would let its handler run while the next holder runs it.
 */
final class LateAnswerTest {
  private static final NodeSettings SETTINGS = TestNode.QUICK.lease(Duration.ofSeconds(2));

  /** The call that grants the lease and whose response is late. */
  enum Late {
    INSERT,
    CLAIM,
    RENEWAL,
    NEXT_STATE
  }

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final Gate gate = new Gate();
  private final ConcurrentLinkedQueue<Instant> interrupted = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @EnumSource
  void handlerIsInterruptedBeforeALeaseEndsWhoseResponseWasLate(Late late) throws Exception {
    SlowStore slow = new SlowStore(store, late);
    RawHandler.Sync handler =
        attempt -> {
          if (late == Late.NEXT_STATE && attempt.state().isEmpty()) {
            return new HandlerOutcome.GoTo<>("SECOND", null);
          }
          try {
            gate.pass();
          } catch (InterruptedException told) {
            interrupted.add(LivedTime.CLOCK.instant());
          }
          return Outcome.done();
        };
    TaskDefinition<?, ?> definition = RawDefinition.of("T", handler);
    TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T"));
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(slow))
                    .define(definition)
                    .settings(s -> SETTINGS.withoutSweeper()))) {
      UUID id = node.add(late == Late.CLAIM ? withoutLocalDispatch(request) : request);
      gate.awaitArrival();
      Waiting.until("answered", () -> slow.isAnswered);
      Instant leaseEnd = store.find(id).orElseThrow().position().nextEventAt();
      Waiting.until("interrupted", () -> !interrupted.isEmpty());
      assertThat(interrupted.peek()).isBefore(leaseEnd);
      node.assertNothingLeft();
    }
  }

  /** Delays the response of one call, and renews no lease after that. */
  private static final class SlowStore extends StoreWrapper {
    private final Late late;
    private volatile boolean isAnswered;

    SlowStore(MemoryTaskStore store, Late late) {
      super(store);
      this.late = late;
    }

    private <T> T answer(Late verb, T answer, long begun) {
      if (verb == late && !isAnswered) {
        Waiting.until(
            "a quarter of the lease is over",
            () -> LivedTime.CLOCK.nanoTime() - begun > SETTINGS.lease().toNanos() / 4);
        isAnswered = true;
      }
      return answer;
    }

    @Override
    public List<AddResult> insert(Transaction transaction, List<NewTask> tasks) {
      long begun = LivedTime.CLOCK.nanoTime();
      return answer(Late.INSERT, super.insert(transaction, tasks), begun);
    }

    @Override
    public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
      long begun = LivedTime.CLOCK.nanoTime();
      List<Task> claimed = super.claim(owner, lease, requests);
      return claimed.isEmpty() ? claimed : answer(Late.CLAIM, claimed, begun);
    }

    @Override
    public Renewal renew(Duration lease, List<ClaimFence> held) {
      if (late == Late.RENEWAL && !isAnswered) {
        long begun = LivedTime.CLOCK.nanoTime();
        return answer(Late.RENEWAL, super.renew(lease, held), begun);
      }
      return new Renewal(Set.of(), held.stream().map(ClaimFence::id).collect(Collectors.toSet()));
    }

    @Override
    public List<Verdict> tryApply(List<Transition> transitions) {
      long begun = LivedTime.CLOCK.nanoTime();
      List<Verdict> verdicts = super.tryApply(transitions);
      boolean goesOn = transitions.stream().anyMatch(t -> t.rule() == Rule.NEXT_STATE);
      return goesOn ? answer(Late.NEXT_STATE, verdicts, begun) : verdicts;
    }
  }
}
