package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests tasks whose node crashes, or is cut off from the store, while their handler runs. */
final class LosingTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore link = new UnreliableStore(store);
  private final Gate gate = new Gate();
  private final ConcurrentLinkedQueue<Integer> numbers = new ConcurrentLinkedQueue<>();

  @Test
  void anotherNodeResumesTheTaskOfACrashedNodeAfterItsLease() throws Exception {
    try (TestNode fallen = falling(blocking())) {
      UUID id = fallen.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      link.away(true);
      Instant leaseEnd = store.find(id).orElseThrow().position().nextEventAt();
      try (TestNode other = TestNode.on(store, b -> b.define(noting()))) {
        other.completed(id, Rule.FINISH);
        assertThat(other.events.all(NodeEvent.Swept.class))
            .extracting(NodeEvent.Swept::rule)
            .containsExactly(Rule.LOST);
        assertThat(LivedTime.CLOCK.instant()).isAfterOrEqualTo(leaseEnd.minusMillis(1));
        assertThat(numbers).containsExactly(2);
        assertThat(other.finished(id).losses()).isEqualTo(1);
      }
      recover();
      fallen.assertNothingLeft();
    }
  }

  @Test
  void taskThatMustNotBeResumedStopsInErrorUntilARetry() throws Exception {
    TaskDefinition<?, ?> atMostOnce = blocking().onLost(OnLost.stop());
    try (TestNode fallen = falling(atMostOnce)) {
      UUID id = fallen.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      assertThat(fallen.events.await(TaskEvent.Started.class).dispatchedLocally()).isFalse();
      link.away(true);
      try (TestNode other = TestNode.on(store, b -> b.define(noting().onLost(OnLost.stop())))) {
        other.events.await(NodeEvent.Swept.class, e -> e.rule() == Rule.LOST_TO_ERROR);
        assertThat(other.task(id).position().status()).isEqualTo(Status.ERROR);
        assertThat(other.task(id).position().lastOutcome()).isEqualTo(LastOutcome.LOST);
        assertThat(numbers).isEmpty();
        other
            .baton
            .operations()
            .task(id)
            .ifUnchangedSince(other.task(id).position().version())
            .retry();
        other.completed(id, Rule.FINISH);
        assertThat(numbers).containsExactly(1);
      }
      recover();
    }
  }

  @Test
  void taskThatLosesItsNodeTooOftenStopsInError() throws Exception {
    // An attempt that outlives its deadline loses its lease, like that of a crashed node.
    RawHandler.Sync stubborn =
        attempt -> {
          numbers.add(attempt.losses());
          gate.passStubbornly();
          return Outcome.done();
        };
    TaskDefinition<?, ?> killer =
        RawDefinition.of("T", stubborn).onLost(OnLost.resume(1)).deadline(Duration.ofMillis(10));
    try (TestNode node =
        TestNode.on(store, b -> b.define(killer).settings(s -> TestNode.SHORT_LEASE))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.events.await(NodeEvent.Swept.class, event -> event.rule() == Rule.LOST_TO_ERROR);
      assertThat(numbers).containsExactly(0, 1);
      assertThat(node.task(id).position().losses()).isEqualTo(2);
      gate.open();
      node.assertNothingLeft();
    }
  }

  @Test
  void nodeThatCannotRenewCancelsItsHandlerInTime() throws Exception {
    ConcurrentLinkedQueue<Boolean> cancelled = new ConcurrentLinkedQueue<>();
    RawHandler.Sync handler =
        attempt -> {
          boolean interrupted = false;
          try {
            gate.pass();
          } catch (InterruptedException told) {
            interrupted = attempt.isCancelled();
          }
          cancelled.add(interrupted);
          return Outcome.done();
        };
    try (TestNode node = falling(RawDefinition.of("T", handler))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      link.away(true);
      Waiting.until("told", () -> !cancelled.isEmpty());
      assertThat(cancelled).containsExactly(true);
      // Its outcome counts, unless the sweeper was first: then a second attempt passes the gate.
      gate.open();
      link.away(false);
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void interruptForALostLeaseIsNoFailureOfTheHandler() throws Exception {
    try (TestNode node = interrupted(blocking())) {
      UUID id = afterAnInterrupt(node);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(numbers).containsExactly(1, 2);
      assertThat(node.finished(id).losses()).isEqualTo(1);
      assertThat(node.baton.operations().task(id).attempts())
          .filteredOn(past -> past.outcome() == LastOutcome.LOST)
          .singleElement()
          .satisfies(
              past ->
                  assertThat(past.error())
                      .startsWith(
                          "The node interrupted this attempt, because it could not renew the lease"
                              + " of the task in time. The handler then ended with:"
                              + " java.lang.InterruptedException"));
      node.assertNothingLeft();
    }
  }

  @Test
  void interruptForALostLeaseFollowsOnLost() throws Exception {
    try (TestNode node = interrupted(blocking().onLost(OnLost.stop()))) {
      UUID id = afterAnInterrupt(node);
      node.completed(id, Rule.STOP_IN_ERROR);
      assertThat(node.task(id).position().lastOutcome()).isEqualTo(LastOutcome.LOST);
      assertThat(node.task(id).position().losses()).isEqualTo(1);
      assertThat(numbers).containsExactly(1);
    }
  }

  @Test
  void reconcilerIsAskedAfterAnInterruptForALostLease() throws Exception {
    OnLost<Bytes, Void> asks = OnLost.ask((payload, attempt) -> Reconciliation.happened());
    try (TestNode node = interrupted(blocking().onLost(asks))) {
      UUID id = afterAnInterrupt(node);
      node.completed(id, Rule.FINISH);
      assertThat(numbers).containsExactly(1);
    }
  }

  /** Returns a node that writes the outcome of a lost attempt itself, because nothing sweeps. */
  private TestNode interrupted(TaskDefinition<?, ?> definition) {
    return TestNode.on(
        store,
        b ->
            b.stores(s -> s.tasks(link))
                .define(definition)
                .settings(s -> TestNode.SHORT_LEASE.withoutSweeper()));
  }

  /** Adds a task and cuts the node off until it interrupts the handler. */
  private UUID afterAnInterrupt(TestNode node) throws Exception {
    UUID id = node.add(TaskType.of("T", Bytes.class).with(Bytes.of("x")));
    gate.awaitArrival();
    link.away(true);
    int tried = link.calls(Verb.APPLY);
    Waiting.until("the end of the attempt can't be written", () -> link.calls(Verb.APPLY) > tried);
    link.away(false);
    return id;
  }

  @Test
  void handlerIsInterruptedBeforeItsLeaseEndsIfTheRenewalHangs() throws Exception {
    ConcurrentLinkedQueue<Instant> interrupted = new ConcurrentLinkedQueue<>();
    RawHandler.Sync handler =
        attempt -> {
          try {
            gate.pass();
          } catch (InterruptedException told) {
            interrupted.add(LivedTime.CLOCK.instant());
          }
          return Outcome.done();
        };
    Gate blackHole = new Gate();
    NodeSettings settings = TestNode.QUICK.lease(Duration.ofSeconds(3));
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(link))
                    .define(RawDefinition.of("T", handler))
                    .settings(s -> settings))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      link.hang(blackHole);
      Waiting.until("interrupted", () -> !interrupted.isEmpty());
      Instant leaseEnd = store.find(id).orElseThrow().position().nextEventAt();
      assertThat(interrupted.peek()).isBefore(leaseEnd);
      blackHole.open();
      gate.open();
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void aLongHandlersLeaseIsRenewedAsOftenAsItTakes() throws Exception {
    try (TestNode node = falling(blocking())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      Instant first = node.task(id).position().nextEventAt();
      Waiting.until(
          "renewed past its first lease",
          () -> node.task(id).position().nextEventAt().isAfter(first.plusMillis(700)));
      assertThat(node.task(id).position().version()).isEqualTo(1);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.events.all(NodeEvent.Swept.class)).isEmpty();
      assertThat(numbers).containsExactly(1);
    }
  }

  @Test
  void oneFailedRenewalLosesNothing() throws Exception {
    try (TestNode node = falling(blocking())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      Instant first = node.task(id).position().nextEventAt();
      link.fail(Verb.RENEW, 1);
      Waiting.until(
          "renewed after the failure",
          () -> node.task(id).position().nextEventAt().isAfter(first.plusMillis(600)));
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.events.all(NodeEvent.StoreTrouble.class)).isNotEmpty();
      assertThat(node.starts(id)).isEqualTo(1);
    }
  }

  @Test
  void eachStepOfAChainExtendsTheLeaseWithoutARenewal() throws Exception {
    long leg = TestNode.SHORT_LEASE.lease().toNanos() / 6;
    RawHandler.Sync handler =
        attempt -> {
          long begun = System.nanoTime();
          Waiting.until("a leg is over", () -> System.nanoTime() - begun > leg);
          int step = attempt.state().isEmpty() ? 0 : Integer.parseInt(attempt.state());
          if (attempt.isCancelled()) {
            return Outcome.failed("cancelled at step " + step);
          }
          return step == 10 ? Outcome.done() : new HandlerOutcome.GoTo<>("" + (step + 1), null);
        };
    try (TestNode node = falling(RawDefinition.of("T", handler))) {
      link.fail(Verb.RENEW, Integer.MAX_VALUE);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.events.await(TaskEvent.Completed.class, e -> e.rule() != Rule.NEXT_STATE))
          .extracting(TaskEvent.Completed::rule)
          .isEqualTo(Rule.FINISH);
      assertThat(node.starts(id)).isEqualTo(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void aTaskCancelledElsewhereInterruptsItsHandlerWithTheNextRenewal() throws Exception {
    try (TestNode node = falling(blocking());
        TestNode other = TestNode.on(store, b -> b)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      other
          .baton
          .operations()
          .task(id)
          .ifUnchangedSince(other.task(id).position().version())
          .cancel("no more");
      node.events.await(NodeEvent.LeaseLost.class);
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
      node.assertNothingLeft();
    }
  }

  @Test
  void taskOfARestartedNodeFollowsOnLost() throws Exception {
    TestNode before = falling(blocking().onLost(OnLost.stop()));
    try (before) {
      UUID id = before.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      link.away(true);
      try (TestNode after = TestNode.on(store, b -> b.define(noting().onLost(OnLost.stop())))) {
        after.events.await(NodeEvent.Swept.class, e -> e.rule() == Rule.LOST_TO_ERROR);
        assertThat(after.events.all(NodeEvent.OrphanReleased.class)).isEmpty();
        assertThat(after.starts(id)).isZero();
      }
      recover();
    }
  }

  private TaskDefinition<Bytes, Void> blocking() {
    return RawDefinition.of(
            "T",
            attempt -> {
              numbers.add(attempt.number());
              gate.pass();
              return Outcome.done();
            })
        .retry(Retry.never());
  }

  private TaskDefinition<?, ?> noting() {
    numbers.clear();
    return RawDefinition.of(
        "T",
        attempt -> {
          numbers.add(attempt.number());
          return Outcome.done();
        });
  }

  private TestNode falling(TaskDefinition<?, ?> definition) {
    return TestNode.on(
        store,
        b -> b.stores(s -> s.tasks(link)).define(definition).settings(s -> TestNode.SHORT_LEASE));
  }

  private void recover() {
    link.away(false);
    gate.open();
  }
}
