package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.handler.TaskDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskHistory;
import dev.baton.operate.WorkflowStep;
import dev.baton.operate.WorkflowStep.StepProgress;
import dev.baton.spi.Stores;
import dev.baton.spi.TaskStore;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.contract.StoreScenario;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what operators read of the notes of a workflow. */
class WorkflowReadsTest extends WorkflowScenario {

  /** Returns the store, which records the names of the called methods. */
  private <T> T recorded(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              seen.add(method.getName());
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  private Baton client() {
    return Baton.builder(
            Stores.of(recorded(TaskStore.class, store))
                .operations(store.operations())
                .signals(new MemorySignalStore(store))
                .notes(recorded(TransactionalNoteStore.class, notes)))
        .transactions(new MemoryTransactions(store))
        .settings(settings -> TestNode.QUICK)
        .client()
        .start();
  }

  @Test
  void stepsAreListedWithoutTheirContentsAndAHistoryReadsThemOnce() throws Exception {
    try (TestNode node = node((order, flow) -> charge(flow));
        Baton client = client()) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      TaskControl task = client.operations().task(id);
      seen.clear();
      assertThat(task.steps()).hasSize(1);
      assertThat(seen).contains("stepHeads").doesNotContain("stepNotes", "steps");
      seen.clear();
      TaskHistory history = task.history().orElseThrow();
      assertThat(history.steps()).isEqualTo(task.steps());
      assertThat(history.notes()).hasSize(1);
      assertThat(seen).containsOnlyOnce("stepNotes");
    }
  }

  @Test
  void signalsAreReadWithoutTheirValuesToShowAStep() throws Exception {
    SignalType<String> go = SignalType.of("go", String.class);
    SignalType<String> stop = SignalType.of("stop", String.class);
    try (TestNode node =
            node(
                (order, flow) ->
                    flow.awaitSignal(go, LONG).orElseThrow()
                        + flow.awaitSignal(stop, LONG).orElseThrow());
        Baton client = client()) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.WAIT);
      client.tasks().signal(id, go, "x".repeat(50_000));
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      TaskControl task = client.operations().task(id);
      seen.clear();
      assertThat(task.steps())
          .extracting(WorkflowStep::name, WorkflowStep::progress)
          .containsExactly(
              tuple("awaitSignal(go)", StepProgress.DONE),
              tuple("awaitSignal(stop)", StepProgress.WAITS));
      assertThat(task.explain().text()).contains("awaitSignal(stop)");
      assertThat(seen).contains("signalHeads").doesNotContain("signalNotes");
      client.tasks().signal(id, stop, "y");
      node.completed(id, Rule.FINISH);
      seen.clear();
      assertThat(task.runAgainFrom(2).isDone()).isTrue();
      assertThat(seen).contains("signalHeads").doesNotContain("signalNotes");
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 3);
      client.tasks().signal(id, stop, "z");
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 2);
      assertThat(node.finished(id).result().toText()).endsWith("xz\"");
    }
  }

  @Test
  void historyHasTheFirstSixteenMebibytesOfResultsThatTheWorkflowHasNotStored() throws Exception {
    TaskType<Integer, Bytes> large = TaskType.of("LARGE", Integer.class, Bytes.class);
    Gate gate = new Gate();
    try (TestNode node =
        node(
            (order, flow) ->
                String.valueOf(
                    flow.callAll(IntStream.range(0, 4).mapToObj(large::with).toList(), 1).size()),
            TaskDefinition.of(large)
                .handler(
                    (number, attempt) -> {
                      if (number == 3) {
                        gate.pass();
                      }
                      return Bytes.of(new byte[9 * 1024 * 1024]);
                    }))) {
      UUID id = node.add(ORDER.with(5));
      gate.awaitArrival();
      TaskHistory history = node.baton.operations().task(id).history().orElseThrow();
      assertThat(history.children())
          .extracting(child -> child.result() == null)
          .containsExactly(false, false, true, true);
      gate.open();
    }
  }

  @Test
  void restartReadsOnlyWhetherDroppedChildrenLive() throws Exception {
    try (TestNode node =
            node(
                (order, flow) -> flow.call(SHIP.with(order)),
                TaskDefinition.of(SHIP).handler((parcel, attempt) -> "sent"));
        Baton client = client()) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      seen.clear();
      assertThat(client.operations().task(id).runAgainFrom(1).isDone()).isTrue();
      assertThat(seen).doesNotContain("liveAndFinished");
    }
  }

  @Test
  void numberedStepsOfOtherHandlersAreNoWorkflow() throws Exception {
    TaskType<Integer, Void> plain = TaskType.of("PLAIN", Integer.class);
    Gate gate = new Gate();
    try (TestNode node =
            node(
                (order, flow) -> "",
                TaskDefinition.of(plain)
                    .handler(
                        (number, attempt) -> {
                          attempt.step("%03d x".formatted(number), String.class, () -> "y");
                          gate.pass();
                        }));
        Baton client = client()) {
      UUID first = node.add(plain.with(0));
      gate.awaitArrival();
      UUID other = node.add(plain.with(123).key("other"));
      gate.awaitArrival();
      assertThat(node.baton.operations().task(first).steps()).isEmpty();
      assertThat(node.baton.operations().task(other).steps()).isEmpty();
      assertThat(client.operations().task(other).steps()).isEmpty();
      assertThat(client.operations().task(first).steps())
          .as("without the definition")
          .extracting(WorkflowStep::name, WorkflowStep::progress)
          .containsExactly(tuple("x", StepProgress.UNKNOWN));
      gate.open();
    }
  }

  @Test
  void stepThatANewerNodeHasStoredIsShownButNotRunAgain() throws Exception {
    Gate gate = new Gate();
    try (TestNode node =
        node(
            (order, flow) -> {
              String paid = charge(flow);
              gate.pass();
              return paid;
            })) {
      UUID id = node.add(ORDER.with(5));
      gate.awaitArrival();
      for (String value : List.of("", "%new", "*no id", "@soon", "?", "~1", "-5")) {
        notes.keepStep(StoreScenario.fence(node.task(id)), "001 " + value, Bytes.of(value));
        assertThat(node.baton.operations().task(id).steps())
            .extracting(WorkflowStep::progress)
            .as(value)
            .endsWith(StepProgress.UNKNOWN);
      }
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.baton.operations().task(id).runAgainFrom(1).reason())
          .isEqualTo("This node can't read its step 2. Use a node with a newer version of Baton");
    }
  }
}
