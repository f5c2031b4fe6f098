package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests attempts that exceed their deadline. */
final class DeadlineTest {
  private static final Duration SHORT = Duration.ofMillis(40);

  private final Gate gate = new Gate();

  @Test
  void anOverdueHandlerIsInterruptedAndItsAttemptCountsAsFailed() throws Exception {
    RawHandler.Sync handler =
        attempt -> {
          gate.pass();
          return Outcome.done();
        };
    try (TestNode node = running(handler, SHORT)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("DeadlineExceededException")
          .contains("longer than its deadline of 40 ms")
          .contains("InterruptedException");
      node.events.await(TaskEvent.DeadlineExceeded.class);
      node.assertNothingLeft();
    }
  }

  @Test
  void overdueHandlerIsCancelled() throws Exception {
    AtomicBoolean told = new AtomicBoolean();
    RawHandler.Sync handler =
        attempt -> {
          gate.passStubbornly();
          told.set(attempt.isCancelled() && attempt.timeLeft().isZero());
          return Outcome.done();
        };
    try (TestNode node = running(handler, SHORT)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.events.await(TaskEvent.DeadlineExceeded.class);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(told).isTrue();
    }
  }

  @Test
  void theLeaseIsNotRenewedPastTheDeadlineSoThatAnotherAttemptMayBegin() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    RawHandler.Sync handler =
        attempt -> {
          if (runs.incrementAndGet() == 1) {
            gate.passStubbornly();
          }
          return Outcome.done();
        };
    try (TestNode node = running(handler, SHORT)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      Instant leaseEnd = node.task(id).position().nextEventAt();
      node.events.await(NodeEvent.Swept.class, event -> event.rule() == Rule.LOST);
      assertThat(LivedTime.CLOCK.instant()).isBefore(leaseEnd.plusSeconds(5));
      node.completed(id, Rule.FINISH);
      Waiting.until("the stubborn one is running", () -> node.baton.slotsInUse() == 1);
      gate.open();
      node.events.await(NodeEvent.LeaseLost.class);
      assertThat(runs).hasValue(2);
      node.assertNothingLeft();
    }
  }

  @Test
  void nextTaskOnTheThreadIsNotInterrupted() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    TaskDefinition<?, ?> overdue =
        RawDefinition.of(
                "OVERDUE",
                attempt -> {
                  Waiting.until("interrupted", () -> Thread.currentThread().isInterrupted());
                  return Outcome.done();
                })
            .deadline(SHORT);
    TaskDefinition<?, ?> next =
        RawDefinition.of(
            "NEXT",
            attempt -> {
              interrupted.set(Thread.currentThread().isInterrupted());
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.start(b -> b.define(overdue, next).settings(s -> TestNode.QUICK.maxRunning(1)))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("OVERDUE"))), Rule.FINISH);
      node.completed(node.add(TaskRequest.of(TaskType.of("NEXT"))), Rule.FINISH);
      assertThat(interrupted).isFalse();
    }
  }

  @Test
  void eachStepOfAChainHasItsOwnDeadline() throws Exception {
    RawHandler.Sync handler =
        attempt -> {
          if (attempt.state().isEmpty()) {
            gate.passStubbornly();
            return new HandlerOutcome.GoTo<>("SECOND", null);
          }
          return attempt.isCancelled() ? Outcome.failed("cancelled") : Outcome.done();
        };
    try (TestNode node = running(handler, Duration.ofMillis(200))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.events.await(TaskEvent.DeadlineExceeded.class);
      gate.open();
      node.completed(id, Rule.FINISH);
    }
  }

  private static TestNode running(RawHandler.Sync handler, Duration deadline) {
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", handler).retry(Retry.never()).deadline(deadline);
    return TestNode.start(b -> b.define(definition).settings(s -> TestNode.SHORT_LEASE));
  }
}
