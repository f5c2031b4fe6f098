package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.SignalType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.StepFailedException;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.Workflow;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the steps of a workflow, and the time that it spends parked. */
class WorkflowTest extends WorkflowScenario {
  private static final SignalType<String> GO = SignalType.of("go", String.class);

  @Test
  void laterRunsGetTheResultsOfEarlierSteps() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (TestNode node =
        node(
            (order, flow) -> {
              Instant began = flow.now();
              UUID random = flow.randomUuid();
              seen.add(began);
              seen.add(random);
              String paid = charge(flow);
              flow.run("mail", key -> seen.add(key));
              flow.run("mail", key -> seen.add(key));
              if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("after the steps");
              }
              return paid + order;
            })) {
      UUID id = node.add(ORDER.with(7));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"paid7\""));
      Object[] all = seen.toArray();
      assertThat(all).hasSize(9);
      assertThat(all).containsSubsequence(id + "/charge", id + "/mail", id + "/mail#2");
      assertThat(seen).filteredOn(Instant.class::isInstance).hasSize(3);
      assertThat(seen.stream().distinct()).hasSize(5);
      assertThat(notes.steps(id)).as("kept as long as the finished row").hasSize(5);
    }
  }

  @Test
  void workflowWithoutAFinishedRowLeavesNoNotes() throws Exception {
    try (TestNode node =
        TestNode.on(
            store,
            with ->
                with.define(
                    order(
                            (order, flow) -> {
                              flow.awaitSignal(GO, Duration.ZERO);
                              return charge(flow);
                            })
                        .keepDone(Duration.ZERO)))) {
      UUID id = node.add(ORDER.with(7));
      node.completed(id, Rule.FINISH);
      assertThat(notes.steps(id)).isEmpty();
      assertThat(notes.signalNotes(null, id)).isEmpty();
    }
  }

  @Test
  void sleepParksTheTaskWithoutAThreadAndContinuesOnAnyNode() throws Exception {
    UUID id;
    Instant begun = Instant.now();
    try (TestNode first = node(this::sleeps)) {
      id = first.add(ORDER.with(1));
      first.completed(id, Rule.WAIT);
      first.assertNothingLeft();
      assertThat(first.task(id).position().status()).isEqualTo(Status.WAITING);
    }
    try (TestNode second = node(this::sleeps)) {
      second.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(id + "/charge", "awake");
      assertThat(Duration.between(begun, Instant.now())).isGreaterThan(Duration.ofMillis(400));
    }
  }

  private String sleeps(Integer order, Workflow flow) {
    charge(flow);
    flow.sleep(Duration.ofMillis(400));
    flow.run("wake", key -> seen.add("awake"));
    return "done";
  }

  @Test
  void operatorWhoWakesASleepingTaskEarlyDoesNotShortenItsSleep() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              flow.sleep(LONG);
              return "done";
            })) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.WAIT);
      Instant due = node.task(id).position().runAt();
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .runNow();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.task(id).position().runAt())
          .isBetween(due.minusSeconds(5), due.plusMillis(1));
    }
  }

  @Test
  void eachWaitGetsTheNextSignalAlsoInLaterRuns() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              Optional<String> one = flow.awaitSignal(GO, LONG);
              flow.sleep(Duration.ofNanos(1_000_001));
              Optional<String> none =
                  flow.awaitSignal(SignalType.of("no", String.class), Duration.ZERO);
              Optional<String> two = flow.awaitSignal(GO, LONG);
              return one.orElseThrow() + two.orElseThrow() + none.isPresent();
            })) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.WAIT);
      node.baton.tasks().signal(id, GO, "a");
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 3);
      node.baton.tasks().signal(id, GO, "b");
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"abfalse\""));
    }
  }

  @Test
  void stepWithItsOwnRetriesIsRepeatedWithoutFailedAttempts() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    try (TestNode node =
        node(
            (order, flow) -> {
              charge(flow);
              return flow.step(
                  "book",
                  String.class,
                  Retry.fixed(Duration.ofMillis(1)).maxAttempts(3),
                  key -> {
                    if (tries.incrementAndGet() < 3) {
                      throw new IOException("busy");
                    }
                    return "booked";
                  });
            })) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.FINISH);
      assertThat(tries).hasValue(3);
      assertThat(seen).hasSize(1);
      assertThat(node.events.all(TaskEvent.Completed.class))
          .allMatch(event -> event.error() == null);
    }
  }

  @Test
  void handlerContinuesAfterAFailedStepAndLaterRunsGetTheSameFailure() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    try (TestNode node =
        node(
            (order, flow) -> {
              String end = "booked";
              try {
                flow.run(
                    "book",
                    Retry.never(),
                    key -> {
                      tries.incrementAndGet();
                      throw new IllegalStateException("full");
                    });
              } catch (StepFailedException full) {
                end = full.getMessage();
                flow.run("refund", key -> seen.add(key));
              }
              flow.sleep(Duration.ofMillis(1));
              return end;
            })) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.FINISH);
      assertThat(tries).hasValue(1);
      assertThat(seen).hasSize(1);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"Step book failed: full\""));
    }
  }

  @Test
  void uncaughtFailureStopsTheTaskAndARetryByHandTriesTheStepAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    try (TestNode node =
        node(
            (order, flow) -> {
              charge(flow);
              flow.run(
                  "book",
                  Retry.fixed(Duration.ZERO).maxAttempts(2),
                  key -> {
                    if (tries.incrementAndGet() < 3) {
                      throw new IllegalStateException("full");
                    }
                  });
              return "booked";
            })) {
      UUID id = node.add(ORDER.with(1));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("Step book failed: full");
      assertThat(tries).hasValue(2);
      node.baton.operations().task(id).ifUnchangedSince(node.task(id).position().version()).retry();
      node.completed(id, Rule.FINISH);
      assertThat(seen).hasSize(1);
    }
  }

  @Test
  void stepsInTheWrongPlaceAreRefused() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              assertThatThrownBy(() -> flow.attempt().step("a", () -> {}))
                  .hasMessageContaining("use the steps and waits of Workflow");
              assertThatThrownBy(() -> flow.attempt().awaitSignal(GO, LONG))
                  .hasMessageContaining("use the steps and waits of Workflow");
              flow.run(
                  "outer",
                  key ->
                      assertThatThrownBy(() -> flow.run("inner", inner -> {}))
                          .hasMessageContaining("within its work, or on another thread"));
              assertThatThrownBy(() -> flow.run(" x", key -> {})).hasMessageContaining("blanks");
              assertThatThrownBy(() -> flow.version("x", 1)).hasMessageContaining("2 or more");
              assertThatThrownBy(
                      () ->
                          flow.run(
                              "broken",
                              key -> {
                                throw new IllegalStateException("work");
                              }))
                  .hasMessage("work");
              assertThatThrownBy(() -> flow.run("after", key -> {}))
                  .hasMessageContaining("Step after can't follow step broken");
              return "done";
            })) {
      UUID id = node.add(ORDER.with(1));
      assertThat(node.completed(id).error()).isNull();
    }
  }

  @Test
  void storeWithoutTransactionsRefusesAWorkflowAtTheStart() {
    TaskDefinition<?, ?> workflow = order((order, flow) -> "done");
    assertThatThrownBy(
            () ->
                TestNode.on(store, with -> with.stores(s -> Stores.ofCore(store)).define(workflow)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("The workflow of type ORDER");
  }

  @Test
  void repeatingWorkflowRunsItsStepsAgain() throws Exception {
    TaskDefinition<?, ?> twice =
        order((order, flow) -> charge(flow))
            .repeat(Repeat.every(Duration.ofMillis(1)).until(r -> seen.size() > 1));
    try (TestNode node = TestNode.on(store, with -> with.define(twice))) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.FINISH);
      assertThat(seen).hasSize(2);
    }
  }
}
