package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/**
 * Tests rows that a caller's open transaction has locked: no task but the locked one waits for it.
 */
final class BusyRowTest {
  private static final Duration LEASE = Duration.ofSeconds(3);

  /** Longer than any test may take: a call that waits for a locked row never returns in time. */
  private static final Duration FOR_EVER = Duration.ofMinutes(5);

  private final MemoryTaskStore store =
      new MemoryTaskStore(LivedTime.CLOCK, Sleeper.real(), FOR_EVER);
  private final Gate gate = new Gate();
  private final Gate others = new Gate();
  private final ConcurrentLinkedQueue<Attempt> attempts = new ConcurrentLinkedQueue<>();

  /** Waits at the gate, unless it was cancelled. */
  private Outcome<?> slow(Attempt attempt) {
    if (attempt.state().equals("TOLD")) {
      return Outcome.done();
    }
    attempts.add(attempt);
    gate.passStubbornly();
    return attempt.type().equals("CHAIN")
        ? Outcome.next(TaskRequest.of(TaskType.of("QUICK")))
        : Outcome.done();
  }

  /** Continues as a task whose key is the payload. */
  private static Outcome<?> link(Attempt attempt) {
    return Outcome.next(
        TaskRequest.of(TaskType.of("QUICK")).unique(Unique.whileLive(attempt.payloadText())));
  }

  private TestNode node() {
    return TestNode.on(
        store,
        b ->
            b.define(RawDefinition.of("SLOW", this::slow))
                .define(RawDefinition.of("CHAIN", this::slow))
                .define(RawDefinition.of("LINK", BusyRowTest::link))
                .define(RawDefinition.of("QUICK", attempt -> Outcome.done()))
                .define(
                    RawDefinition.of(
                        "LONG",
                        attempt -> {
                          others.passStubbornly();
                          return Outcome.done();
                        }))
                .settings(s -> TestNode.QUICK.lease(LEASE)));
  }

  @Test
  void signalForOneTaskDelaysNoOtherTaskOfItsHolder() throws Exception {
    try (TestNode node = node()) {
      UUID other = node.add(TaskRequest.of(TaskType.of("LONG")));
      UUID told = node.add(TaskRequest.of(TaskType.of("SLOW")));
      gate.awaitArrival();
      others.awaitArrival();
      MemoryTransaction caller = store.begin();
      RowSignals.of(node.baton.tasks())
          .signal(caller, told, task -> RowDecision.goTo("TOLD", null));
      fiftyOthersComplete(node);
      // Two renewals, because the lease would end by then.
      renewed(node, other);
      renewed(node, other);
      assertThat(attempts.element().isCancelled()).isFalse();
      caller.commit();
      Waiting.until("the old holder is cancelled", () -> attempts.element().isCancelled());
      gate.open();
      others.open();
      node.completed(told, Rule.FINISH);
      node.completed(other, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(node.starts(told)).isEqualTo(2);
      assertThat(node.starts(other)).isEqualTo(1);
    }
  }

  @Test
  void aLockedTaskIsRenewedSoonAfterItsLockIsGone() throws Exception {
    try (TestNode node = node()) {
      UUID other = node.add(TaskRequest.of(TaskType.of("LONG")));
      UUID locked = node.add(TaskRequest.of(TaskType.of("SLOW")));
      gate.awaitArrival();
      others.awaitArrival();
      Instant leaseEnd = alarm(store.find(locked).orElseThrow());
      MemoryTransaction caller = store.begin();
      RowSignals.of(node.baton.tasks())
          .signal(caller, locked, task -> RowDecision.goTo("TOLD", null));
      renewed(node, other);
      caller.rollback();
      Waiting.until("renewed", () -> alarm(store.find(locked).orElseThrow()).isAfter(leaseEnd));
      assertThat(attempts.element().isCancelled()).isFalse();
      gate.open();
      others.open();
      node.completed(locked, Rule.FINISH);
      assertThat(node.starts(locked)).isEqualTo(1);
    }
  }

  @Test
  void anOutcomeWhoseRowIsLockedIsWrittenOnceWhenItIsFree() throws Exception {
    for (String type : new String[] {"SLOW", "CHAIN"}) {
      try (TestNode node = node()) {
        UUID locked = node.add(TaskRequest.of(TaskType.of(type)));
        gate.awaitArrival();
        MemoryTransaction caller = store.begin();
        RowSignals.of(node.baton.tasks())
            .signal(caller, locked, task -> RowDecision.goTo("TOLD", null));
        gate.openForOne();
        fiftyOthersComplete(node);
        assertThat(store.find(locked).orElseThrow().position().status()).isEqualTo(Status.RUNNING);
        Waiting.until("only it is held", () -> node.baton.leasedTasks() == 1);
        caller.rollback();
        node.completed(locked, Rule.FINISH);
        node.assertNothingLeft();
        assertThat(node.starts(locked)).isEqualTo(1);
        assertThat(node.finished(locked).status()).isEqualTo(Status.DONE);
        assertThat(node.events.all(NodeEvent.LeaseLost.class)).isEmpty();
      }
    }
  }

  @Test
  void nextTaskWithALockedKeyDelaysNoOtherTask() throws Exception {
    try (TestNode node = node()) {
      MemoryTransaction caller = store.begin();
      node.baton
          .tasks()
          .add(caller, TaskRequest.of(TaskType.of("QUICK")).unique(Unique.whileLive("taken")));
      UUID waiting = node.add(TaskType.of("LINK", Bytes.class).with(Bytes.of("taken")));
      for (int i = 0; i < 5; i++) {
        node.completed(
            node.add(TaskType.of("LINK", Bytes.class).with(Bytes.of("free"))), Rule.FINISH);
      }
      fiftyOthersComplete(node);
      renewed(node, waiting);
      renewed(node, waiting);
      caller.rollback();
      node.completed(waiting, Rule.FINISH);
      node.assertNothingLeft();
      assertThat(node.starts(waiting)).isEqualTo(1);
      assertThat(node.events.all(NodeEvent.LeaseLost.class)).isEmpty();
    }
  }

  @Test
  void postponedOutcomesAreRetriedHoweverManyTasksEndMeanwhile() throws Exception {
    try (TestNode node = node()) {
      MemoryTransaction caller = store.begin();
      node.baton
          .tasks()
          .add(caller, TaskRequest.of(TaskType.of("QUICK")).unique(Unique.whileLive("taken")));
      UUID waiting = node.add(TaskType.of("LINK", Bytes.class).with(Bytes.of("taken")));
      List<TaskRequest<?, ?>> many =
          Collections.nCopies(20, TaskType.of("LINK", Bytes.class).with(Bytes.of("free")));
      Instant leaseEnd = alarm(node.task(waiting));
      Waiting.until(
          "it was tried again without success, and renewed",
          () -> {
            node.baton.tasks().addAll(many);
            return alarm(node.task(waiting)).isAfter(leaseEnd);
          });
      caller.rollback();
      Waiting.until(
          "it is done",
          () -> {
            node.baton.tasks().addAll(many);
            return store.find(waiting).isEmpty();
          });
      node.assertNothingLeft();
    }
  }

  @Test
  void stopWaitsForUnwrittenOutcomes() throws Exception {
    Baton stopping;
    UUID locked;
    CompletableFuture<Boolean> quiet = new CompletableFuture<>();
    try (TestNode node = node()) {
      stopping = node.baton;
      locked = node.add(TaskRequest.of(TaskType.of("SLOW")));
      gate.awaitArrival();
      MemoryTransaction caller = store.begin();
      RowSignals.of(stopping.tasks())
          .signal(caller, locked, task -> RowDecision.goTo("TOLD", null));
      gate.openForOne();
      fiftyOthersComplete(node);
      Thread stop =
          new Thread(
              () -> {
                try {
                  quiet.complete(stopping.stop(Duration.ofSeconds(20)));
                } catch (InterruptedException e) {
                  quiet.completeExceptionally(e);
                }
              });
      stop.start();
      caller.rollback();
      stop.join();
      assertThat(quiet).isCompletedWithValue(true);
      assertThat(node.finished(locked).status()).isEqualTo(Status.DONE);
    }
  }

  private void fiftyOthersComplete(TestNode node) throws InterruptedException {
    int before = node.events.all(TaskEvent.Completed.class).size();
    for (int i = 0; i < 50; i++) {
      node.add(TaskRequest.of(TaskType.of("QUICK")));
    }
    node.events.await(TaskEvent.Completed.class, event -> true, before + 50);
  }

  private void renewed(TestNode node, UUID id) {
    Instant leaseEnd = alarm(node.task(id));
    Waiting.until("renewed", () -> alarm(node.task(id)).isAfter(leaseEnd));
  }

  private static Instant alarm(Task task) {
    return Objects.requireNonNull(task.position().nextEventAt());
  }
}
