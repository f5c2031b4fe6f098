package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskDefinition.ResultWorkflowHandler;
import dev.baton.handler.Workflow;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.TaskControl;
import dev.baton.operate.WorkflowStep;
import dev.baton.operate.WorkflowStep.StepProgress;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests workflows that run again from one of their steps. */
class WorkflowAgainTest extends WorkflowScenario {
  private static final SignalType<String> APPROVAL = SignalType.of("approval", String.class);

  private final AtomicBoolean broken = new AtomicBoolean(true);
  private final AtomicInteger shipped = new AtomicInteger();

  private static TaskDefinition<Integer, String> failing(
      ResultWorkflowHandler<Integer, String> handler) {
    return order(handler).retry(Retry.fixed(Duration.ZERO).maxAttempts(1)).failWhenExhausted();
  }

  private TaskDefinition<?, ?> ships() {
    return TaskDefinition.of(SHIP)
        .handler((parcel, attempt) -> "parcel " + parcel + "." + shipped.incrementAndGet());
  }

  private static TaskControl control(TestNode node, UUID id) {
    return node.baton.operations().by("ann", "wrong prices").task(id);
  }

  private void log(String step, String key) {
    seen.add(step + (key.isEmpty() ? "!" : ""));
  }

  @Test
  void resultsBeforeTheChosenStepAreKeptAndLaterStepsRunAgain() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              flow.run("reserve", key -> log("reserve", key));
              String charge = charge(flow);
              flow.run("receipt", key -> log("receipt", key));
              return charge;
            })) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      List<Object> first = List.copyOf(seen);
      TaskControl task = control(node, id);
      long version = node.finished(id).version();
      assertThat(task.steps())
          .extracting(WorkflowStep::number, WorkflowStep::name, WorkflowStep::progress)
          .containsExactly(
              tuple(1, "reserve", StepProgress.DONE),
              tuple(2, "charge", StepProgress.DONE),
              tuple(3, "receipt", StepProgress.DONE));
      assertThat(task.ifUnchangedSince(version - 1).runAgainFrom("charge").isStale()).isTrue();
      seen.clear();
      assertThat(task.ifUnchangedSince(version).runAgainFrom("charge").isDone()).isTrue();
      completed(node, id, Rule.FINISH, 2);
      assertThat(List.copyOf(seen)).isEqualTo(first.subList(1, 3));
      AuditEntry entry = node.baton.operations().audit(AuditFilter.all()).first().orElseThrow();
      assertThat(entry.actor()).isEqualTo("ann");
      assertThat(entry.action()).isEqualTo("RUN_AGAIN");
      assertThat(entry.detail()).isEqualTo("DONE to READY, from step 2");
    }
  }

  @Test
  void failedStepRunsAgainWithAllEarlierResults() throws Exception {
    try (TestNode node =
        TestNode.on(
            store,
            with ->
                with.define(
                    failing(
                        (order, flow) -> {
                          String paid = charge(flow);
                          flow.run(
                              "ship",
                              key -> {
                                if (broken.get()) {
                                  throw new IllegalStateException("no truck");
                                }
                              });
                          return paid;
                        })))) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FAIL);
      broken.set(false);
      ChangeResult unknown = control(node, id).runAgainFrom("ship");
      assertThat(unknown.reason())
          .isEqualTo(
              "It has no step 'ship'. Its steps are 1 charge. To keep all of them, name step 2");
      assertThat(control(node, id).runAgainFrom(3).reason()).contains("It has no step 3");
      assertThat(control(node, id).runAgainFrom(2).isDone()).isTrue();
      node.completed(id, Rule.FINISH);
      assertThat(seen).hasSize(1);
    }
  }

  @Test
  void workflowInErrorRunsAgainFromAStepToo() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              String paid = charge(flow);
              if (broken.get()) {
                throw new IllegalStateException("bad amount");
              }
              return paid;
            })) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.STOP_IN_ERROR);
      broken.set(false);
      long version = node.task(id).position().version();
      assertThat(control(node, id).ifUnchangedSince(version - 1).runAgainFrom("charge").isStale())
          .isTrue();
      assertThat(control(node, id).ifUnchangedSince(version).runAgainFrom("charge").isDone())
          .isTrue();
      node.completed(id, Rule.FINISH);
      assertThat(seen).hasSize(2);
      assertThat(seen.stream().distinct()).as("the key is the same").hasSize(1);
      assertThat(node.baton.operations().audit(AuditFilter.all()).first().orElseThrow().detail())
          .isEqualTo("ERROR to READY, from step 1");
    }
  }

  @Test
  void droppedCallsAddNewChildrenAndKeptCallsReturnTheirResults() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              String kept = flow.call(SHIP.with(1));
              List<String> again = flow.callAll(List.of(SHIP.with(2), SHIP.with(3)), 2);
              return kept + ", " + String.join(", ", again.stream().sorted().toList());
            },
            ships())) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      List<UUID> before = control(node, id).steps().get(1).children();
      assertThat(before).hasSize(2);
      assertThat(control(node, id).runAgainFrom("callAll(SHIP)").isDone()).isTrue();
      completed(node, id, Rule.FINISH, 2);
      assertThat(shipped).hasValue(5);
      assertThat(node.finished(id).result().toText()).startsWith("\"parcel 1.1, parcel 2.");
      assertThat(node.finished(id).result().toText()).doesNotContain("2.2").doesNotContain("3.2");
      assertThat(control(node, id).steps().get(1).children()).doesNotContainAnyElementsOf(before);
    }
  }

  @Test
  void changeIsRefusedWhileADroppedChildLives() throws Exception {
    try (TestNode node = node((order, flow) -> flow.call(SHIP.with(order)))) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.WAIT);
      UUID child = store.waitedFor(id).get(0).id();
      assertThat(control(node, id).runAgainFrom(1).reason()).contains("it is BLOCKED");
      node.baton.tasks().cancel(id, "not wanted");
      assertThat(control(node, id).runAgainFrom(1).reason())
          .isEqualTo(
              "A child that its step 1 has called has not ended. Wait for its end, or cancel it");
      node.baton.tasks().cancel(child, "not wanted");
      assertThat(control(node, id).runAgainFrom(1).isDone()).isTrue();
      completed(node, id, Rule.WAIT, 2);
      assertThat(store.waitedFor(id)).extracting(one -> one.id()).doesNotContain(child);
      try (TestNode ships = TestNode.on(store, with -> with.define(ships()))) {
        node.completed(id, Rule.FINISH);
        ships.assertNothingLeft();
      }
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"parcel 5.1\""));
    }
  }

  @Test
  void signalsOfDroppedWaitsAreDroppedAndOthersStay() throws Exception {
    try (TestNode node =
        node(
            (order, flow) -> {
              String one = flow.awaitSignal(APPROVAL, LONG).orElse("-");
              String none = flow.awaitSignal(APPROVAL, Duration.ZERO).orElse("-");
              flow.run("ask", key -> log("ask", key));
              String two = flow.awaitSignal(APPROVAL, LONG).orElse("-");
              return one + none + two;
            })) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.WAIT);
      WorkflowStep wait = control(node, id).steps().get(0);
      assertThat(wait.name()).isEqualTo("awaitSignal(approval)");
      assertThat(wait.progress()).isEqualTo(StepProgress.WAITS);
      assertThat(control(node, id).explain().text())
          .contains("since " + wait.at() + " in step 1, awaitSignal(approval); it waits for signal")
          .doesNotContain("children");
      node.baton.tasks().signal(id, APPROVAL, "a");
      completed(node, id, Rule.WAIT, 2);
      node.baton.tasks().signal(id, APPROVAL, "b");
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"a-b\""));
      assertThat(control(node, id).runAgainFrom("ask").isDone()).isTrue();
      completed(node, id, Rule.WAIT, 3);
      node.baton.tasks().signal(id, APPROVAL, "c");
      completed(node, id, Rule.FINISH, 2);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"a-c\""));
      assertThat(control(node, id).runAgainFrom("awaitSignal(approval)#2").isDone()).isTrue();
      completed(node, id, Rule.WAIT, 4);
      node.baton.tasks().signal(id, APPROVAL, "d");
      completed(node, id, Rule.FINISH, 3);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"a-d\""));
    }
  }

  @Test
  void workflowWithTooManyStepsKeepsAllItsResults() throws Exception {
    try (TestNode node =
        TestNode.on(
            store,
            with ->
                with.define(
                    failing(
                        (order, flow) -> {
                          int steps = Workflow.MAX_STEPS + (broken.get() ? 1 : 0);
                          for (int i = 0; i < steps; i++) {
                            flow.run("step", key -> shipped.incrementAndGet());
                          }
                          return "";
                        })))) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FAIL);
      broken.set(false);
      assertThat(control(node, id).runAgainFrom(Workflow.MAX_STEPS + 1).isDone()).isTrue();
      node.completed(id, Rule.FINISH);
      assertThat(shipped).hasValue(Workflow.MAX_STEPS);
    }
  }

  @Test
  void resultsGoWithThePayload() throws Exception {
    TaskType<Integer, String> secret =
        TaskType.of("SECRET", Integer.class, String.class).clearPayload();
    try (TestNode node =
        TestNode.on(
            store,
            with ->
                with.define(TaskDefinition.of(secret).workflow((payload, flow) -> charge(flow))))) {
      UUID id = node.add(secret.with(5));
      node.completed(id, Rule.FINISH);
      assertThat(control(node, id).steps()).isEmpty();
    }
  }

  @Test
  void tasksThatAreNoWorkflowsAreRefused() throws Exception {
    TaskType<Integer, String> plain = TaskType.of("PLAIN", Integer.class, String.class);
    Gate gate = new Gate();
    try (TestNode node =
        node(
            (order, flow) -> {
              flow.run("wait", key -> gate.pass());
              return "";
            },
            TaskDefinition.of(plain)
                .outcome(
                    (payload, attempt) ->
                        Outcome.done(attempt.step("a", String.class, () -> "x"))))) {
      UUID done = node.add(plain.with(1));
      node.completed(done, Rule.FINISH);
      assertThat(control(node, done).runAgainFrom("a").reason()).contains("It isn't a workflow");
      assertThat(control(node, done).steps()).isEmpty();
      UUID id = node.add(ORDER.with(1));
      gate.awaitArrival();
      assertThat(control(node, id).runAgainFrom(1).reason()).contains("it is RUNNING");
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(control(node, UUID.randomUUID()).runAgainFrom(1).kind())
          .isEqualTo(ChangeResult.Kind.NOT_FOUND);
    }
  }

  @Test
  void storeWithoutTransactionsRefuses() throws Exception {
    try (Baton bare =
        Baton.builder(Stores.of(store).operations(store.operations()))
            .transactions(new MemoryTransactions(store))
            .settings(settings -> TestNode.QUICK)
            .client()
            .start()) {
      UUID id = UUID.randomUUID();
      assertThatThrownBy(() -> bare.operations().task(id).runAgainFrom(1))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("Running task " + id + " again from a step can't be used");
    }
  }

  private static void completed(TestNode node, UUID id, Rule rule, int times)
      throws InterruptedException {
    node.events.await(
        TaskEvent.Completed.class,
        event -> event.taskId().equals(id) && event.rule() == rule,
        times);
  }
}
