package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.Attempt;
import dev.baton.handler.FailTaskException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the effects of a handler that ends well, or that returns how it ended. */
final class OutcomeTest {
  private static final Duration LATER = Duration.ofHours(1);

  @Test
  void doneWithAResultKeepsTheResult() throws Exception {
    try (TestNode node = running(attempt -> Outcome.done(Bytes.of("42")))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id).rule()).isEqualTo(Rule.FINISH);
      FinishedTask finished = node.finished(id);
      assertThat(finished.result()).isEqualTo(Bytes.of("42"));
      assertThat(finished.attempts()).isEqualTo(1);
      assertThat(finished.error()).isNull();
    }
  }

  @Test
  void doneAndForgetLeavesNoTrace() throws Exception {
    try (TestNode node = running(attempt -> Outcome.doneAndForget())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(node.store.live()).isEmpty();
      assertThat(node.store.finished()).isEmpty();
    }
  }

  @Test
  void aTypeThatKeepsNothingLeavesNoTraceOfItsDoneTasks() throws Exception {
    TaskDefinition<?, ?> forgetful =
        RawDefinition.of("T", attempt -> Outcome.done()).keepDone(Duration.ZERO);
    try (TestNode node = TestNode.start(b -> b.define(forgetful))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(node.store.finished()).isEmpty();
    }
  }

  /** The compiler accepts it, because the handler of a type without a result returns nothing. */
  @Test
  void outcomeThatAHandlerCannotReturnFailsTheAttempt() throws Exception {
    TaskDefinition<?, ?> wrong =
        TaskDefinition.of(TaskType.of("T"))
            .handler((nothing, attempt) -> Outcome.failed("no such account"))
            .retry(Retry.never());
    try (TestNode node = TestNode.start(b -> b.define(wrong))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.STOP_IN_ERROR);
      assertThat(node.baton.operations().find(id).orElseThrow().error().orElseThrow())
          .contains("an outcome FAILED that it can't return");
    }
  }

  @Test
  void failedGivesTheTaskUpWithItsReason() throws Exception {
    try (TestNode node = running(attempt -> Outcome.failed("no such account"))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FAIL);
      assertThat(node.finished(id).status()).isEqualTo(Status.FAILED);
      assertThat(node.finished(id).error()).isEqualTo("no such account");
    }
  }

  @Test
  void failTaskExceptionEndsTheTaskAsFailedFromEachKindOfHandler() throws Exception {
    FailTaskException closed = new FailTaskException("the account is closed");
    Retry retry = Retry.fixed(Duration.ZERO);
    TaskType<Void, Void> type = TaskType.of("T");
    TaskDefinition.WithoutResult<Void> begun = TaskDefinition.of(type);
    List<TaskDefinition<?, ?>> definitions =
        List.of(
            begun.handler(
                (none, attempt) -> {
                  throw closed;
                }),
            begun.handler(
                (none, attempt) ->
                    attempt.step(
                        "pay",
                        () -> {
                          throw closed;
                        })),
            begun.async((none, attempt) -> CompletableFuture.failedFuture(closed)),
            begun.transactional(
                (none, attempt, transaction) -> {
                  throw closed;
                }),
            begun.workflow(
                (none, flow) ->
                    flow.run(
                        "pay",
                        retry,
                        key -> {
                          throw closed;
                        })));
    for (TaskDefinition<?, ?> definition : definitions) {
      try (TestNode node = TestNode.start(b -> b.define(definition.retry(retry)))) {
        UUID id = node.add(TaskRequest.of(type));
        node.completed(id, Rule.FAIL);
        assertThat(node.finished(id).status()).isEqualTo(Status.FAILED);
        assertThat(node.finished(id).error()).isEqualTo("the account is closed");
        assertThat(node.starts(id)).isEqualTo(1);
      }
    }
  }

  @Test
  void failTaskExceptionKeepsTheStackTraceOfItsCause() throws Exception {
    try (TestNode node =
        running(
            attempt -> {
              throw new FailTaskException("closed", new IllegalStateException("status 410"));
            })) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FAIL);
      assertThat(node.finished(id).error())
          .startsWith("dev.baton.handler.FailTaskException: closed")
          .contains("Caused by: java.lang.IllegalStateException: status 410");
    }
  }

  @Test
  void nextTaskAndResultAreStoredTogether() throws Exception {
    TaskType<Void, String> first = TaskType.of("FIRST", Void.class, String.class);
    TaskType<Void, Void> second = TaskType.of("SECOND");
    try (TestNode node =
        TestNode.start(
            b ->
                b.define(
                    TaskDefinition.of(first)
                        .outcome((none, a) -> Outcome.next(TaskRequest.of(second), "paid")),
                    TaskDefinition.of(second).handler((none, a) -> {})))) {
      UUID id = node.add(TaskRequest.of(first));
      node.completed(id, Rule.FINISH);
      assertThat(StoredType.of(first).result(node.finished(id).result())).isEqualTo("paid");
      node.events.await(
          TaskEvent.Completed.class,
          event -> event.flow().type().equals("SECOND") && event.rule() == Rule.FINISH);
    }
  }

  @Test
  void parkedTaskKeepsItsStateAndDataAndResetsItsCounts() throws Exception {
    try (TestNode node =
        running(
            attempt ->
                new HandlerOutcome.Park<>(When.in(LATER), "WAITS_FOR_BANK", Bytes.of("ref-7")))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.WAIT);
      Task task = node.task(id);
      assertThat(task.position().status()).isEqualTo(Status.WAITING);
      assertThat(task.position().state()).isEqualTo("WAITS_FOR_BANK");
      assertThat(task.position().data()).isEqualTo(Bytes.of("ref-7"));
      assertThat(task.position().attempts()).isZero();
      assertThat(task.position().lastOutcome()).isEqualTo(LastOutcome.SUCCESS);
      assertThat(task.position().owner()).isNull();
    }
  }

  @Test
  void aSnoozedTaskRunsAgainWithItsCheckpointAndItsStepsAndHasNotFailed() throws Exception {
    AtomicInteger charges = new AtomicInteger();
    TaskType<Void, String> type = TaskType.of("T", Void.class, String.class);
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(type)
            .outcome(
                (none, attempt) -> {
                  int charge = attempt.step("charge", Integer.class, charges::incrementAndGet);
                  Bytes data = attempt.data();
                  if (data == null) {
                    attempt.checkpoint(Bytes.of("asked"));
                    return Outcome.snooze(Duration.ofMillis(1));
                  }
                  return Outcome.done(data.toText() + " " + charge + " " + attempt.number());
                })
            .retry(Retry.never());
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(type));
      node.completed(id, Rule.FINISH);
      assertThat(StoredType.of(type).result(node.finished(id).result())).isEqualTo("asked 1 1");
      assertThat(charges).hasValue(1);
    }
  }

  @Test
  void statesOfAnotherTypeAreRefused() {
    StateMachine<Void, Void, Phase, String> machine =
        StateMachine.of(TaskType.of("OTHER"), Phase.class, String.class)
            .on(Phase.ONLY, step -> Outcome.done());
    assertThatThrownBy(() -> TaskDefinition.of(TaskType.of("T")).states(machine))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("This is the state machine of type OTHER, but the definition is for type T");
  }

  private enum Phase {
    ONLY
  }

  @Test
  void aParkedTaskIsRunAgainWhereItWaited() throws Exception {
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
            "T",
            attempt ->
                attempt.state().isEmpty()
                    ? new HandlerOutcome.Park<>(
                        When.in(Duration.ofMillis(1)), "ASKED", Bytes.of("ref"))
                    : Outcome.done(
                        Bytes.of(attempt.state() + attempt.data().toText() + attempt.number())));
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("ASKEDref1"));
    }
  }

  @Test
  void eachStateIsDurableBeforeTheNextLegAndKeepsItsSlot() throws Exception {
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    List<TestNode> started = new ArrayList<>();
    TaskDefinition<?, ?> chain =
        RawDefinition.of(
            "T",
            attempt -> {
              Task row = started.get(0).store.find(attempt.taskId()).orElseThrow();
              seen.add(row.position().state() + ":" + attempt.number() + ":" + slots(started));
              return switch (attempt.state()) {
                case "" -> new HandlerOutcome.GoTo<>("BOOKED", Bytes.of("b"));
                case "BOOKED" -> new HandlerOutcome.GoTo<>("SENT", Bytes.of("s"));
                default -> Outcome.done(attempt.data());
              };
            });
    try (TestNode node = TestNode.start(b -> b.define(chain))) {
      started.add(node);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(":1:1", "BOOKED:1:1", "SENT:1:1");
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("s"));
      assertThat(node.starts(id)).isEqualTo(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void attemptsAreResetInTheNextState() throws Exception {
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    TaskDefinition<?, ?> chain =
        RawDefinition.of(
                "T",
                attempt -> {
                  seen.add(attempt.state() + attempt.number());
                  if (attempt.number() == 1) {
                    return Outcome.retryAfter(Duration.ZERO, "not yet");
                  }
                  return attempt.state().isEmpty()
                      ? new HandlerOutcome.GoTo<>("B", null)
                      : Outcome.done();
                })
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(3));
    try (TestNode node = TestNode.start(b -> b.define(chain))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("1", "2", "B1", "B2");
    }
  }

  @Test
  void theNextTaskIsAddedWithTheCompletionAndKnowsItsChain() throws Exception {
    TaskDefinition<?, ?> first =
        RawDefinition.of(
            "FIRST",
            attempt -> Outcome.next(TaskType.of("SECOND", Bytes.class).with(Bytes.of("2"))));
    ConcurrentLinkedQueue<Attempt> second = new ConcurrentLinkedQueue<>();
    TaskDefinition<?, ?> then =
        RawDefinition.of(
            "SECOND",
            attempt -> {
              second.add(attempt);
              return Outcome.done();
            });
    UUID correlation = new UUID(7, 7);
    try (TestNode node = TestNode.start(b -> b.define(first, then))) {
      TaskRequest<?, ?> request =
          TaskRequest.of(TaskType.of("FIRST")).correlationId(correlation).context("tenant", "acme");
      UUID id = node.add(request);
      node.completed(id, Rule.FINISH);
      TaskEvent.Added next =
          node.events.await(TaskEvent.Added.class, added -> !added.taskId().equals(id));
      node.completed(next.taskId(), Rule.FINISH);
      Attempt seen = second.element();
      assertThat(seen.parentId()).isEqualTo(id);
      assertThat(seen.correlationId()).isEqualTo(correlation);
      assertThat(seen.context()).containsEntry("tenant", "acme");
      assertThat(seen.payloadText()).isEqualTo("2");
    }
  }

  @Test
  void aNextTaskIsNotAddedWhenTheFenceIsLost() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> first =
        RawDefinition.of(
            "FIRST",
            attempt -> {
              gate.pass();
              return Outcome.next(TaskRequest.of(TaskType.of("SECOND")));
            });
    try (TestNode node = TestNode.start(b -> b.define(first))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("FIRST")));
      gate.awaitArrival();
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("no more");
      gate.open();
      node.events.await(NodeEvent.LeaseLost.class);
      assertThat(node.store.live()).isEmpty();
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
      node.assertNothingLeft();
    }
  }

  @Test
  void aNextTaskThatCannotBeAddedStopsItsTaskInErrorAndNothingElse() throws Exception {
    TaskDefinition<?, ?> bad =
        RawDefinition.of(
            "BAD", attempt -> Outcome.next(TaskRequest.of(TaskType.of("X")).bucket("nowhere")));
    TaskDefinition<?, ?> good = RawDefinition.of("GOOD", attempt -> Outcome.done());
    try (TestNode node = TestNode.start(b -> b.define(bad, good))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("BAD")));
      TaskEvent.Completed end = node.completed(id, Rule.STOP_IN_ERROR);
      assertThat(end.error()).contains("The next task can't be added").contains("nowhere");
      assertThat(node.task(id).position().status()).isEqualTo(Status.ERROR);
      node.completed(node.add(TaskRequest.of(TaskType.of("GOOD"))), Rule.FINISH);
    }
  }

  @Test
  void aDecoratorThatFailsOnTheNextTaskStopsThatTaskInErrorAndNothingElse() throws Exception {
    TaskDefinition<?, ?> bad =
        RawDefinition.of("BAD", attempt -> Outcome.next(TaskRequest.of(TaskType.of("X"))));
    TaskDefinition<?, ?> good = RawDefinition.of("GOOD", attempt -> Outcome.done());
    for (Throwable broken : List.of(new IllegalStateException("no"), new AssertionError("no"))) {
      try (TestNode node =
          TestNode.start(
              b ->
                  b.define(bad, good)
                      .decorator(
                          request -> {
                            if (request.type().name().equals("X")) {
                              throw PolicyFailure.sneaky(broken);
                            }
                            return request;
                          }))) {
        UUID id = node.add(TaskRequest.of(TaskType.of("BAD")));
        node.completed(id, Rule.STOP_IN_ERROR);
        node.completed(node.add(TaskRequest.of(TaskType.of("GOOD"))), Rule.FINISH);
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void repeatedTaskRunsAgainWithResetCounts() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    TaskDefinition<?, ?> job =
        RawDefinition.of(
            "T",
            attempt ->
                runs.incrementAndGet() < 3
                    ? Outcome.repeat(Duration.ofMillis(1))
                    : Outcome.done(Bytes.of("number " + attempt.number())));
    try (TestNode node = TestNode.start(b -> b.define(job))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(runs).hasValue(3);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("number 1"));
    }
  }

  @Test
  void aTaskThatRepeatsNeverEndsWithASuccess() throws Exception {
    TaskDefinition<?, ?> job =
        RawDefinition.of("T", attempt -> Outcome.done())
            .retry(Retry.never())
            .repeat(Repeat.every(Duration.ofMillis(1)));
    try (TestNode node = TestNode.start(b -> b.define(job))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 3);
      assertThat(node.task(id).position().lastOutcome()).isEqualTo(LastOutcome.SUCCESS);
    }
  }

  @Test
  void aTaskThatRepeatsEndsWithTheFailureThatUsesUpTheRetries() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    TaskDefinition<?, ?> job =
        RawDefinition.of(
                "T",
                attempt -> {
                  if (runs.incrementAndGet() == 3) {
                    throw new IllegalStateException("the third time");
                  }
                  return Outcome.done();
                })
            .retry(Retry.never())
            .repeat(Repeat.every(Duration.ofMillis(1)));
    try (TestNode node = TestNode.start(b -> b.define(job))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("the third time");
      assertThat(runs).hasValue(3);
    }
  }

  @Test
  void tooLargeResultStopsTheTaskInErrorWithAHelpfulMessage() throws Exception {
    Bytes large = Bytes.of(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    try (TestNode node = running(attempt -> Outcome.done(large))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("Its result has")
          .contains("return a reference");
    }
  }

  @Test
  void aStateWhoseNameIsTooLongCountsAsAFailure() throws Exception {
    try (TestNode node = running(attempt -> new HandlerOutcome.GoTo<>("S".repeat(61), null))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("at most 60");
      node.assertNothingLeft();
    }
  }

  private static TestNode running(dev.baton.handler.internal.RawHandler.Sync handler) {
    TaskDefinition<?, ?> definition = RawDefinition.of("T", handler).retry(Retry.never());
    return TestNode.start(b -> b.define(definition));
  }

  private static String slots(List<TestNode> started) {
    return String.valueOf(started.get(0).baton.slotsInUse());
  }
}
