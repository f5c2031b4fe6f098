package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.SignalType;
import dev.baton.api.Signals;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.AwaitsSignals;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.spi.Stores;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryNoteStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests waits for signals that are refused, and signals that no task may await. */
class AwaitSignalRefusedTest extends AwaitSignalScenario {
  @Test
  void numberOfKeptSignalsIsLimited() throws Exception {
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")).onHold());
      node.transactions.call(
          transaction -> {
            for (int i = 0; i < AwaitsSignals.MAX_SIGNALS; i++) {
              node.baton.tasks().signal(transaction, id, bare("a"), NOTHING);
            }
            assertThat(node.baton.tasks().signal(transaction, id, bare("b"), NOTHING))
                .isEqualTo(Delivery.TOO_MANY);
            return true;
          });
    }
  }

  @Test
  void invalidSignalsAndWaitsAreRefusedWithAMessage() throws Exception {
    byte[] large = new byte[AwaitsSignals.MAX_SIGNAL_BYTES + 1];
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("OTHER")).onHold());
      assertThatThrownBy(() -> node.baton.tasks().signal(id, bare("a"), Bytes.of(large)))
          .hasMessageContaining("at most 262144");
      assertThatThrownBy(() -> node.baton.tasks().signal(id, bare(" a"), NOTHING))
          .hasMessageContaining("no blanks at its ends");
    }
    assertThat(errorOf(attempt -> awaits(attempt, "n".repeat(101), LONG)))
        .contains("1-100 plain characters");
    assertThat(errorOf(attempt -> awaits(attempt, "a", Duration.ofDays(-1))))
        .contains("A delay must be between zero");
    assertThat(
            errorOf(
                attempt -> {
                  attempt.step("s", () -> awaits(attempt, "a", LONG));
                  return Outcome.done();
                }))
        .contains("within a step");
    assertThat(
            errorOf(
                attempt -> {
                  if (attempt.state().isEmpty()) {
                    return new HandlerOutcome.GoTo<>("NEXT", null);
                  }
                  attempt.awaitSignal(bare("a"), LONG);
                  return Outcome.done();
                }))
        .contains("it has states");
    assertThat(
            errorOf(
                attempt -> {
                  attempt.awaitSignal(bare("a"), Duration.ZERO);
                  return new HandlerOutcome.GoTo<>("NEXT", null);
                }))
        .contains("can't move its task to a state");
  }

  @Test
  void twoThreadsOfAHandlerCannotAwaitAtTheSameTime() throws Exception {
    Gate reads = new Gate();
    TransactionalNoteStore slow = slowToRead(new MemoryNoteStore(store), reads);
    AtomicReference<Throwable> refused = new AtomicReference<>();
    TaskDefinition<?, ?> awaits =
        RawDefinition.of(
            "PAY",
            attempt -> {
              CompletableFuture<?> other =
                  CompletableFuture.runAsync(() -> attempt.awaitSignal(bare("a"), LONG));
              reads.awaitArrival();
              try {
                attempt.awaitSignal(bare("b"), LONG);
              } catch (IllegalStateException told) {
                refused.set(told);
              }
              reads.open();
              other.handle((done, thrown) -> thrown).join();
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(store, with -> with.stores(s -> s.notes(slow)).define(awaits))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      Waiting.until("it is parked", () -> node.task(id).position().status() == Status.WAITING);
      assertThat(refused.get()).hasMessageContaining("Two threads of task " + id);
    }
  }

  private static TransactionalNoteStore slowToRead(TransactionalNoteStore real, Gate reads) {
    return (TransactionalNoteStore)
        Proxy.newProxyInstance(
            TransactionalNoteStore.class.getClassLoader(),
            new Class<?>[] {TransactionalNoteStore.class},
            (proxy, method, given) -> {
              if (method.getName().equals("signalNotes")) {
                reads.pass();
              }
              try {
                return method.invoke(real, given);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aTypeWithStatesWaitsInAStateInstead() throws Exception {
    TaskType<Void, Void> type = TaskType.of("PAY");
    StateMachine<Void, Void, Phase, String> machine =
        StateMachine.of(type, Phase.class, String.class)
            .on(
                List.of(Phase.NEW, Phase.SENT),
                step -> {
                  step.attempt().awaitSignal(bare("a"), LONG);
                  return Outcome.done();
                });
    assertThat(errorOf(TaskDefinition.of(type).states(machine)))
        .contains("it has states")
        .contains("machine.move(tasks, id, seen -> seen.goTo(...))");
  }

  @Test
  void signalByNameToATaskWithStatesIsRefusedAndNamesTheRightCall() throws Exception {
    TaskType<Void, Void> type = TaskType.of("PAY");
    StateMachine<Void, Void, Phase, String> machine =
        StateMachine.of(type, Phase.class, String.class)
            .on(Phase.NEW, step -> step.park(LONG, Phase.SENT, "data"))
            .on(Phase.SENT, step -> Outcome.done());
    try (TestNode node =
            TestNode.on(store, with -> with.define(TaskDefinition.of(type).states(machine)));
        TestNode client = TestNode.on(store, Baton.Builder::client)) {
      UUID first = node.add(TaskRequest.of(type).onHold());
      UUID moved = parked(node);
      for (Signals tasks : List.of(node.baton.tasks(), client.baton.tasks())) {
        assertThatThrownBy(() -> tasks.signal(moved, bare("a"), NOTHING))
            .isInstanceOf(RequestRefusedException.class)
            .hasMessageContaining("Task " + moved + " of type PAY has states")
            .hasMessageContaining("call machine.move(tasks, id, seen -> ...)");
      }
      assertThatThrownBy(() -> node.baton.tasks().signal(first, bare("a"), NOTHING))
          .hasMessageContaining("has states");
      assertThat(new MemoryNoteStore(store).signalNotes(null, first)).isEmpty();
      assertThat(new MemoryNoteStore(store).signalNotes(null, moved)).isEmpty();
    }
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // as in code without type parameters
  void valueOfAnotherClassIsRefusedBeforeAnythingIsWritten() {
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")).onHold());
      for (Object wrong : List.of("by Ann", NOTHING)) {
        assertThatThrownBy(() -> node.baton.tasks().signal(id, (SignalType) APPROVAL, wrong))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "The value of signal approval must be a "
                    + Approval.class.getName()
                    + ", not a "
                    + wrong.getClass().getName());
      }
      assertThat(new MemoryNoteStore(store).signalNotes(null, id)).isEmpty();
      node.baton.tasks().signal(id, SignalType.of("number", int.class), 5);
      assertThat(new MemoryNoteStore(store).signalNotes(null, id)).hasSize(1);
    }
  }

  @Test
  void storeWithoutNotesIsReported() throws Exception {
    AtomicReference<Throwable> refused = new AtomicReference<>();
    TaskDefinition<?, ?> awaits =
        RawDefinition.of(
            "PAY",
            attempt -> {
              try {
                attempt.awaitSignal(bare("a"), LONG);
              } catch (ConfigurationException told) {
                refused.set(told);
              }
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(store, with -> with.stores(s -> Stores.of(store)).define(awaits))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.FINISH);
      assertThat(refused.get()).hasMessageContaining("capability notes");
    }
  }
}
