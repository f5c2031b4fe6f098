package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Batch;
import dev.baton.api.SignalType;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.hook.TaskEvent;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests calls of an application whose node requires a transaction. */
class RequireTransactionTest {
  private static final TaskRequest<Void, Void> HELD = TaskRequest.of(TaskType.of("HELD")).onHold();

  private final TaskDefinition<?, ?> transactional =
      RawDefinition.transactional(
          "PARENT",
          (attempt, transaction) -> {
            attempt.tasks().add(TaskRequest.of(TaskType.of("CHILD")));
            return Outcome.done();
          });
  private final TaskDefinition<?, ?> chained =
      RawDefinition.of("CHAIN", attempt -> Outcome.next(TaskRequest.of(TaskType.of("CHILD"))));
  private final TaskDefinition<?, ?> child = RawDefinition.of("CHILD", attempt -> Outcome.done());

  @Test
  void callsOutsideOfATransactionAreRefusedAndWriteNothing() throws Exception {
    try (TestNode node = TestNode.start(b -> b.requireTransaction())) {
      UUID there =
          node.transactions.call(transaction -> node.baton.tasks().add(transaction, HELD).taskId());
      int adds = node.events.all(TaskEvent.Added.class).size();
      Map<String, Consumer<Tasks>> calls =
          Map.of(
              "add(TaskRequest(HELD))",
              t -> t.add(HELD),
              "addAll(TaskRequest(HELD), TaskRequest(HELD))",
              t -> t.addAll(List.of(HELD, HELD)),
              "addBatch(TaskRequest(HELD))",
              t -> t.addBatch(Batch.of(List.of(HELD))),
              "submit(TaskRequest(HELD))",
              t -> t.submit(HELD),
              "cancel(" + there + ", ...)",
              t -> t.cancel(there, "no more"),
              "move(tasks, " + there + ", ...)",
              t -> RowSignals.of(t).signal(there, task -> RowDecision.goTo("B", null)),
              "signal(" + there + ", go, ...)",
              t -> t.signal(there, SignalType.of("go", Bytes.class), Bytes.of("secret")));
      calls.forEach(
          (name, call) ->
              assertThatThrownBy(() -> call.accept(node.baton.tasks()))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageStartingWith(name + " was called outside of any transaction")
                  .hasMessageContaining("Nothing was written")
                  .hasMessageContaining("transactions.call(transaction -> ...)")
                  .hasMessageNotContaining("secret"));
      assertThat(node.events.all(TaskEvent.Added.class)).hasSize(adds);
      assertThat(node.task(there).position().version()).isEqualTo(1);
    }
  }

  @Test
  void callsInATransactionAreMade() throws Exception {
    try (TestNode node = TestNode.start(b -> b.requireTransaction())) {
      UUID there =
          node.transactions.call(
              transaction -> {
                Tasks inside = node.baton.tasks();
                inside.addAll(List.of(HELD, HELD));
                inside.addBatch(Batch.of(List.of(HELD)));
                inside.submit(HELD);
                return inside.add(HELD).taskId();
              });
      node.transactions.call(
          transaction ->
              node.baton.tasks().signal(there, SignalType.of("go", Bytes.class), Bytes.of("x")));
      node.transactions.call(transaction -> node.baton.tasks().cancel(there, "no more"));
      assertThat(node.finished(there).error()).isEqualTo("no more");
      assertThat(node.events.all(TaskEvent.Added.class)).hasSize(5);
    }
  }

  @Test
  void handlersInTransactionsAndOutcomesAndOperatorsStillAdd() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.requireTransaction().define(transactional, chained, child))) {
      for (String type : List.of("PARENT", "CHAIN")) {
        UUID id =
            node.baton.forOperator(
                Duration.ofSeconds(10),
                () -> node.baton.tasks().add(TaskRequest.of(TaskType.of(type))).taskId());
        node.completed(id);
      }
      Waiting.until(
          "both children have run",
          () ->
              node.events.all(TaskEvent.Completed.class).stream()
                      .filter(event -> event.flow().type().equals("CHILD"))
                      .count()
                  == 2);
    }
  }

  @Test
  void nodeThatRequiresNoTransactionAddsWithoutOne() {
    try (TestNode node = TestNode.start(b -> b)) {
      assertThat(node.baton.tasks().add(HELD).wasAdded()).isTrue();
    }
  }
}
