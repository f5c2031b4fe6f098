package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.StateMachine;
import dev.baton.handler.StateStep;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests tasks that pass through states. */
final class StateMachineTest {
  enum Check {
    NEW,
    SENT,
    ASKED_AGAIN,
    ANSWERED
  }

  record Document(String name) {}

  record Data(String reference, int polls) {}

  private static final TaskType<Document, String> CHECK =
      TaskType.of("CHECK", Document.class, String.class);
  private static final Document PASSPORT = new Document("passport");

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final ConcurrentLinkedQueue<String> steps = new ConcurrentLinkedQueue<>();
  private final Gate gate = new Gate();

  @Test
  void taskPassesThroughItsStatesWithItsData() throws Exception {
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(CHECK).states(machine())))) {
      UUID id = node.add(CHECK.with(PASSPORT));
      node.completed(id, Rule.FINISH);
      assertThat(steps)
          .containsExactly(
              "NEW null",
              "SENT Data[reference=ref-passport, polls=0]",
              "ASKED_AGAIN Data[reference=ref-passport, polls=1]",
              "ANSWERED Data[reference=ref-passport, polls=2]");
      assertThat(StoredType.of(CHECK).result(node.finished(id).result())).isEqualTo("ref-passport");
      assertThat(node.finished(id).state()).isEqualTo("ANSWERED");
    }
  }

  @Test
  void anotherNodeContinuesAfterTheLastTransition() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    StateMachine<Document, String, Check, Data> hangsWhenSent =
        machine(
            step -> {
              gate.pass();
              return step.stay(Duration.ZERO, step.dataOr(new Data("never", 0)));
            });
    try (TestNode falls =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(link))
                    .define(TaskDefinition.of(CHECK).states(hangsWhenSent))
                    .settings(s -> TestNode.SHORT_LEASE))) {
      UUID id = falls.add(CHECK.with(PASSPORT));
      gate.awaitArrival();
      link.away(true);
      try (TestNode other =
          TestNode.on(store, b -> b.define(TaskDefinition.of(CHECK).states(machine())))) {
        other.completed(id, Rule.FINISH);
        assertThat(steps.stream().filter(step -> step.startsWith("NEW"))).hasSize(1);
        assertThat(other.events.all(NodeEvent.Swept.class))
            .extracting(NodeEvent.Swept::rule)
            .containsExactly(Rule.LOST);
      }
      link.away(false);
      gate.open();
    }
  }

  @Test
  void nextAttemptFindsTheCheckpoint() throws Exception {
    StateMachine<Document, String, Check, Data> machine =
        machine(
            step -> {
              if (step.attempt().number() == 1) {
                step.checkpoint(new Data("kept", 7));
                throw new IllegalStateException("after the checkpoint");
              }
              return Outcome.done(step.dataOr(new Data("lost", 0)).reference());
            });
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.define(
                    TaskDefinition.of(CHECK)
                        .states(machine)
                        .retry(Retry.fixed(Duration.ZERO).maxAttempts(3))))) {
      UUID id = node.add(CHECK.with(PASSPORT).state("SENT"));
      node.completed(id, Rule.FINISH);
      assertThat(StoredType.of(CHECK).result(node.finished(id).result())).isEqualTo("kept");
    }
  }

  @Test
  void stateMachineMayEndByAddingTheNextTask() throws Exception {
    StateMachine<Document, String, Check, Data> first =
        machine(step -> Outcome.next(CHECK.with(new Document("second")).state("ANSWERED")));
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode node =
        TestNode.on(
            store,
            b -> b.stores(s -> s.tasks(link)).define(TaskDefinition.of(CHECK).states(first)))) {
      // The transaction that ends one task and adds the other fails twice as a whole: nothing is
      // half written.
      link.failInTransactions(2);
      UUID id = node.add(CHECK.with(PASSPORT));
      Waiting.until("both are done", () -> store.finished().size() == 2);
      node.assertNothingLeft();
      assertThat(store.live()).isEmpty();
      assertThat(store.finished())
          .filteredOn(task -> !task.id().equals(id))
          .singleElement()
          .satisfies(next -> assertThat(next.spec().parentId()).isEqualTo(id));
      assertThat(steps).containsExactly("NEW null", "ANSWERED null");
    }
  }

  @Test
  void aStateThatThisNodeDoesNotKnowIsLeftToOthers() throws Exception {
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(CHECK).states(machine())))) {
      UUID id = node.add(CHECK.with(PASSPORT).state("OF_A_NEWER_NODE"));
      assertThat(node.completed(id).error()).contains("OF_A_NEWER_NODE, which this node doesn't");
      assertThat(node.task(id).position().status()).isEqualTo(Status.READY);
    }
  }

  @Test
  void aStateHasOneHandlerAndEveryStateHasOne() {
    StateMachine<Document, String, Check, Data> some =
        StateMachine.of(CHECK, Check.class, Data.class)
            .on(Check.NEW, step -> Outcome.done(null))
            .on(List.of(Check.SENT), step -> Outcome.done(null));
    assertThatThrownBy(() -> TaskDefinition.of(CHECK).states(some))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("States of CHECK without a handler: [ASKED_AGAIN, ANSWERED]");
    assertThatThrownBy(() -> some.on(EnumSet.of(Check.SENT), step -> Outcome.done(null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The state SENT of CHECK has two handlers");
  }

  private StateMachine<Document, String, Check, Data> machine() {
    return machine(this::poll);
  }

  private StateMachine<Document, String, Check, Data> machine(
      StateMachine.Handler<Document, String, Check, Data> whenSent) {
    return StateMachine.of(CHECK, Check.class, Data.class)
        .on(
            Check.NEW,
            step -> {
              note(step);
              return step.goTo(Check.SENT, new Data("ref-" + step.payload().name(), 0));
            })
        .on(Check.SENT, whenSent)
        .on(Check.ASKED_AGAIN, this::poll)
        .on(
            Check.ANSWERED,
            step -> {
              note(step);
              return Outcome.done(step.dataOr(new Data("none", 0)).reference());
            });
  }

  private Outcome<String> poll(StateStep<Document, Check, Data> step) {
    note(step);
    Data data = step.dataOr(new Data("none", 0));
    Data more = new Data(data.reference(), data.polls() + 1);
    return step.state() == Check.SENT
        ? step.park(Duration.ofMillis(1), Check.ASKED_AGAIN, more)
        : step.goTo(Check.ANSWERED, more);
  }

  private void note(StateStep<Document, Check, Data> step) {
    steps.add(step.state() + " " + step.data());
  }
}
