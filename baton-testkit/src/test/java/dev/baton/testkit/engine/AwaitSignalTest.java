package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Attempt;
import dev.baton.api.Outcome;
import dev.baton.api.Retry;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskHandler;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.NotConfiguredException;
import dev.baton.api.hook.TaskEvent;
import dev.baton.api.operate.WaitReason;
import dev.baton.api.signal.AwaitingSignalError;
import dev.baton.api.signal.AwaitsSignals;
import dev.baton.api.state.StateMachine;
import dev.baton.spi.Stores;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Position;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.testkit.MemoryNoteStore;
import dev.baton.testkit.MemoryTaskStore;
import dev.baton.testkit.MemoryTransaction;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Waits of handlers for signals: what comes when, what is remembered, and what is refused. */
class AwaitSignalTest {
  record Approval(String by) {}

  private static final Duration LONG = Duration.ofHours(5);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();

  private TestNode node(TaskDefinition definition) {
    return TestNode.on(
        store, with -> with.define(definition.retry(Retry.fixed(Duration.ZERO).attempts(2))));
  }

  private TestNode node(TaskHandler.Sync handler) {
    return node(TaskDefinition.of("PAY", handler));
  }

  /** Asks once, waits for the answer, and notes it. */
  private Outcome approved(Attempt attempt) throws Exception {
    attempt.step("ask", () -> asked.incrementAndGet());
    seen.add(attempt.awaitSignal("approval", Approval.class, LONG));
    return Outcome.done();
  }

  private static UUID parked(TestNode node) throws Exception {
    UUID id = node.add(TaskRequest.of("PAY"));
    node.completed(id, Rule.WAIT);
    return id;
  }

  @Test
  void aTaskParksUntilItsSignalComesAndGoesOnWithTheValue() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      Position position = node.task(id).position();
      assertThat(position.status()).isEqualTo(Status.WAITING);
      assertThat(position.attempts()).isZero();
      assertThat(position.lastOutcome()).isEqualTo(LastOutcome.SUCCESS);
      assertThat(node.baton.operations().attempts(id)).isEmpty();
      node.assertNothingLeft();
      WaitReason reason = node.baton.operations().explain(id).reasons().get(0);
      assertThat(reason.words()).startsWith("it waits for signal approval until ");
      assertThat(node.baton.tasks().signal(id, "approval", new Approval("Ann")))
          .isEqualTo(Delivery.AWAITED);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(Optional.of(new Approval("Ann")));
      assertThat(asked).hasValue(1);
      assertThat(new MemoryNoteStore(store).signalNotes(null, id)).isEmpty();
      assertThat(node.baton.tasks().signal(id, "approval")).isEqualTo(Delivery.ALREADY_FINISHED);
      assertThat(node.baton.tasks().signal(UUID.randomUUID(), "approval"))
          .isEqualTo(Delivery.NOT_FOUND);
    }
  }

  @Test
  void aWaitEndsWithoutASignalWhenItsTimeIsOverAndSaysSoAgainAfterARetry() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              seen.add(attempt.awaitSignal("approval", Duration.ofMillis(20)));
              if (attempt.number() == 1) {
                send(attempt.taskId());
                throw new IllegalStateException("once");
              }
              return Outcome.done();
            })) {
      UUID id = node.add(TaskRequest.of("PAY"));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(false, false);
    }
  }

  /** Sends as another node does, in the midst of a handler. */
  private void send(UUID id) {
    try (TestNode client = TestNode.on(store, with -> with.client())) {
      assertThat(client.baton.tasks().signal(id, "approval")).isEqualTo(Delivery.KEPT);
    }
  }

  @Test
  void aSignalThatComesBeforeTheEndOfItsWaitIsNotedIsAnsweredHoweverLate() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    TransactionalNoteStore real = new MemoryNoteStore(store);
    TransactionalNoteStore late =
        (TransactionalNoteStore)
            Proxy.newProxyInstance(
                TransactionalNoteStore.class.getClassLoader(),
                new Class<?>[] {TransactionalNoteStore.class},
                (proxy, method, arguments) -> {
                  Object answer = method.invoke(real, arguments);
                  boolean reads2nd =
                      method.getName().equals("signalNotes")
                          && arguments[0] == null
                          && reads.incrementAndGet() == 2;
                  if (reads2nd) {
                    send((UUID) arguments[1]);
                  }
                  return answer;
                });
    TaskDefinition waits =
        TaskDefinition.of(
            "PAY",
            attempt -> {
              seen.add(attempt.awaitSignal("approval", Duration.ofMillis(20)));
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(store, with -> with.stores(stores -> stores.notes(late)).define(waits))) {
      node.completed(node.add(TaskRequest.of("PAY")), Rule.FINISH);
      assertThat(seen).containsExactly(true);
    }
  }

  @Test
  void aNodeWhoseClockIsWrongByDaysWaitsAsLongAsTheDatabaseSays() throws Exception {
    LivedRuntime slow =
        new LivedRuntime() {
          @Override
          public long currentTimeMillis() {
            return super.currentTimeMillis() - Duration.ofDays(4).toMillis();
          }
        };
    try (TestNode node =
        TestNode.on(
            store, with -> with.runtime(slow).define(TaskDefinition.of("PAY", this::approved)))) {
      UUID id = parked(node);
      assertThat(node.task(id).position().runAt())
          .isAfter(LivedTime.CLOCK.instant().plus(LONG.minusMinutes(9)));
      node.assertNothingLeft();
      assertThat(node.starts(id)).isEqualTo(1);
    }
  }

  @Test
  void aSignalThatComesFirstIsKeptAndNothingParks() throws Exception {
    Gate gate = new Gate();
    try (TestNode node =
        node(
            attempt -> {
              gate.pass();
              return approved(attempt);
            })) {
      UUID id = node.add(TaskRequest.of("PAY"));
      gate.awaitArrival();
      assertThat(node.baton.tasks().signal(id, "approval", new Approval("early")))
          .isEqualTo(Delivery.KEPT);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.starts(id)).isEqualTo(1);
      assertThat(seen).containsExactly(Optional.of(new Approval("early")));
    }
  }

  @Test
  void severalWaitsTakeTheirSignalsInOrder() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              String all = value(attempt, "a") + value(attempt, "b") + value(attempt, "a") + "|";
              seen.add(all);
              return Outcome.done();
            })) {
      UUID id = parked(node);
      assertThat(node.baton.tasks().signal(id, "b", "B")).isEqualTo(Delivery.KEPT);
      assertThat(node.baton.tasks().signal(id, "a", "1")).isEqualTo(Delivery.AWAITED);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.baton.tasks().signal(id, "a", "2")).isEqualTo(Delivery.AWAITED);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("1B2|");
    }
  }

  private static String value(Attempt attempt, String name) {
    return attempt.awaitSignal(name, String.class, LONG).orElse("-");
  }

  @Test
  void aSignalOfAnotherNameWakesNobody() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      long version = node.task(id).position().version();
      assertThat(node.baton.tasks().signal(id, "refusal")).isEqualTo(Delivery.KEPT);
      assertThat(node.task(id).position().version()).isEqualTo(version);
    }
  }

  @Test
  void aSignalCountsIfItsTransactionCommits() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      assertThatThrownBy(
              () ->
                  node.transactions.call(
                      transaction -> {
                        node.baton
                            .tasks()
                            .signal(transaction, id, "approval", new Approval("undone"));
                        throw new IllegalStateException("rolled back");
                      }))
          .hasMessage("rolled back");
      assertThat(node.task(id).position().status()).isEqualTo(Status.WAITING);
      Delivery[] sent = new Delivery[2];
      node.transactions.call(
          transaction -> {
            sent[0] = node.baton.tasks().signal(transaction, id, "approval", new Approval("1"));
            sent[1] = node.baton.tasks().signal(transaction, id, "approval", new Approval("2"));
            return true;
          });
      assertThat(sent).containsExactly(Delivery.AWAITED, Delivery.KEPT);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(Optional.of(new Approval("1")));
    }
  }

  @Test
  void aSignalBetweenTheWaitAndItsWritingIsNotMissed() throws Exception {
    AtomicReference<TestNode> other = new AtomicReference<>();
    try (TestNode client = TestNode.on(store, with -> with.client());
        TestNode node =
            node(
                attempt -> {
                  try {
                    return approved(attempt);
                  } catch (AwaitingSignalError lasting) {
                    other
                        .get()
                        .baton
                        .tasks()
                        .signal(attempt.taskId(), "approval", new Approval("now"));
                    throw lasting;
                  }
                })) {
      other.set(client);
      UUID id = node.add(TaskRequest.of("PAY"));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(Optional.of(new Approval("now")));
      assertThat(node.events.all(TaskEvent.Completed.class))
          .extracting(TaskEvent.Completed::rule)
          .containsExactly(Rule.GIVE_BACK, Rule.FINISH);
    }
  }

  @Test
  void aHandlerThatCatchesTheWaitIsParkedAllTheSame() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              try {
                return approved(attempt);
              } catch (AwaitingSignalError caught) {
                assertThatThrownBy(() -> attempt.step("more", () -> {}));
                return Outcome.failed("swallowed");
              }
            })) {
      UUID id = parked(node);
      node.baton.tasks().signal(id, "approval", new Approval("Ann"));
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void aTransactionalHandlerIsRolledBackByTheWaitAndCommitsOnceAfterIt() throws Exception {
    TaskDefinition pays =
        TaskDefinition.transactional(
            "PAY",
            (attempt, transaction) -> {
              transaction.unwrap(MemoryTransaction.class).effect("paid");
              return approved(attempt);
            });
    try (TestNode node = node(pays)) {
      UUID id = parked(node);
      assertThat(store.effects()).isEmpty();
      node.baton.tasks().signal(id, "approval", new Approval("Ann"));
      node.completed(id, Rule.FINISH);
      assertThat(store.effects()).containsEntry("paid", 1);
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void anAsynchronousHandlerWaitsToo() throws Exception {
    TaskDefinition async =
        TaskDefinition.async(
            "PAY",
            attempt ->
                CompletableFuture.supplyAsync(
                    () -> {
                      seen.add(attempt.awaitSignal("approval", Duration.ofHours(1)));
                      return Outcome.done();
                    }));
    try (TestNode node = node(async)) {
      UUID id = parked(node);
      node.assertNothingLeft();
      node.baton.tasks().signal(id, "approval");
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(true);
    }
  }

  @Test
  void anOperatorWhoRunsItEarlyFindsItParkedAgainUntilTheSameTime() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      Position before = node.task(id).position();
      node.baton.operations().reschedule(id, before.version(), null);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.task(id).position().runAt()).isEqualTo(before.runAt());
      assertThat(node.starts(id)).isEqualTo(2);
    }
  }

  @Test
  void aTaskThatCameToAnotherWaitIsWokenBySignalsForThatOne() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              String name = asked.getAndIncrement() == 0 ? "approval" : "shipped";
              seen.add(attempt.awaitSignal(name, LONG));
              return Outcome.done();
            })) {
      UUID id = parked(node);
      node.baton.operations().reschedule(id, node.task(id).position().version(), null);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      WaitReason reason = node.baton.operations().explain(id).reasons().get(0);
      assertThat(reason.words()).startsWith("it waits for signal shipped until ");
      assertThat(node.baton.tasks().signal(id, "shipped")).isEqualTo(Delivery.AWAITED);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(true);
    }
  }

  @Test
  void aHeldTaskKeepsItsSignalAndGoesOnWhenItIsReleased() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      node.baton.operations().hold(id, node.task(id).position().version());
      assertThat(node.baton.tasks().signal(id, "approval", new Approval("Ann")))
          .isEqualTo(Delivery.AWAITED);
      assertThat(node.task(id).position().status()).isEqualTo(Status.BLOCKED);
      node.baton.operations().release(id, node.task(id).position().version());
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(Optional.of(new Approval("Ann")));
    }
  }

  @Test
  void aTaskIsCancelledWhileItWaits() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      node.baton.tasks().cancel(id, "not wanted");
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
      assertThat(node.baton.tasks().signal(id, "approval")).isEqualTo(Delivery.ALREADY_FINISHED);
    }
  }

  @Test
  void aSignalDoesNotShortenTheDelayOfARetry() throws Exception {
    TaskDefinition failing =
        TaskDefinition.of(
            "PAY",
            attempt -> {
              if (asked.getAndIncrement() > 0) {
                throw new IllegalStateException("before the wait");
              }
              return approved(attempt);
            });
    try (TestNode node =
        TestNode.on(store, with -> with.define(failing.retry(Retry.fixed(LONG).attempts(3))))) {
      UUID id = parked(node);
      node.baton.operations().reschedule(id, node.task(id).position().version(), null);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.task(id).position().lastOutcome()).isEqualTo(LastOutcome.FAILURE);
      assertThat(node.baton.tasks().signal(id, "approval", new Approval("Ann")))
          .isEqualTo(Delivery.KEPT);
      assertThat(node.task(id).position().status()).isEqualTo(Status.WAITING);
    }
  }

  @Test
  void aTaskThatRepeatsAwaitsAnewAndKeepsWhatItHasNotRead() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              seen.add(value(attempt, "a"));
              return seen.size() < 3 ? Outcome.repeat(Duration.ZERO) : Outcome.done();
            })) {
      UUID id = parked(node);
      node.transactions.call(
          transaction -> {
            node.baton.tasks().signal(transaction, id, "a", "1");
            node.baton.tasks().signal(transaction, id, "a", "2");
            node.baton.tasks().signal(transaction, id, "a", "3");
            return true;
          });
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("1", "2", "3");
    }
  }

  @Test
  void anotherTaskWithTheSameIdDoesNotGetWhatTheFirstHasNotRead() throws Exception {
    TaskDefinition brief = TaskDefinition.of("PAY", this::approved).keepDone(Duration.ZERO);
    try (TestNode node = node(brief)) {
      TaskRequest request = TaskRequest.of("PAY").id(UUID.randomUUID());
      UUID id = node.add(request);
      node.completed(id, Rule.WAIT);
      node.baton
          .transactions()
          .call(
              transaction -> {
                node.baton.tasks().signal(transaction, id, "approval", new Approval("Ann"));
                return node.baton.tasks().signal(transaction, id, "approval", new Approval("Ann"));
              });
      node.completed(id, Rule.FINISH);
      assertThat(node.add(request)).isEqualTo(id);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(seen).hasSize(1);
    }
  }

  @Test
  void noMoreSignalsAreKeptThanMayBe() throws Exception {
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of("PAY").held());
      node.transactions.call(
          transaction -> {
            for (int i = 0; i < AwaitsSignals.MAX_SIGNALS; i++) {
              node.baton.tasks().signalBytes(transaction, id, "a", Bytes.of(""));
            }
            assertThat(node.baton.tasks().signalBytes(transaction, id, "b", Bytes.of("")))
                .isEqualTo(Delivery.TOO_MANY);
            return true;
          });
    }
  }

  @Test
  void signalsThatAreKeptHaveNoMoreThanSixteenMebibytesTogether() throws Exception {
    Bytes large = Bytes.of(new byte[AwaitsSignals.MAX_SIGNAL_BYTES]);
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of("PAY").held());
      node.transactions.call(
          transaction -> {
            for (int i = 0; i < AwaitsSignals.MAX_ALL_SIGNALS_BYTES / large.length(); i++) {
              assertThat(node.baton.tasks().signalBytes(transaction, id, "a" + i % 2, large))
                  .isEqualTo(Delivery.KEPT);
            }
            assertThat(node.baton.tasks().signalBytes(transaction, id, "b", Bytes.of("x")))
                .isEqualTo(Delivery.TOO_MANY);
            return true;
          });
    }
  }

  @Test
  void whatCanNotBeSentOrAwaitedIsRefusedWithWords() throws Exception {
    byte[] large = new byte[AwaitsSignals.MAX_SIGNAL_BYTES + 1];
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of("OTHER").held());
      assertThatThrownBy(() -> node.baton.tasks().signalBytes(id, "a", Bytes.of(large)))
          .hasMessageContaining("at most 262144");
      assertThatThrownBy(() -> node.baton.tasks().signal(id, " a"))
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
                    return Outcome.goTo("NEXT", null);
                  }
                  attempt.awaitSignal("a", LONG);
                  return Outcome.done();
                }))
        .contains("it has states");
    assertThat(
            errorOf(
                attempt -> {
                  attempt.awaitSignal("a", Duration.ZERO);
                  return Outcome.goTo("NEXT", null);
                }))
        .contains("can't go on to a state");
  }

  private static Outcome awaits(Attempt attempt, String name, Duration timeout) {
    attempt.awaitSignal(name, timeout);
    return Outcome.done();
  }

  private String errorOf(TaskHandler.Sync handler) throws Exception {
    return errorOf(TaskDefinition.of("PAY", handler));
  }

  private String errorOf(TaskDefinition definition) throws Exception {
    try (TestNode node = TestNode.on(store, with -> with.define(definition.retry(Retry.never())))) {
      String error = node.completed(node.add(TaskRequest.of("PAY")), Rule.STOP_IN_ERROR).error();
      return String.valueOf(error);
    }
  }

  enum Phase {
    NEW,
    SENT
  }

  @Test
  void aTypeWithStatesWaitsInAStateInstead() throws Exception {
    TaskType<Void, Void> type = TaskType.named("PAY");
    StateMachine<Void, Phase, String> machine =
        StateMachine.of(type, Phase.class, String.class)
            .on(
                List.of(Phase.NEW, Phase.SENT),
                step -> {
                  step.attempt().awaitSignal("a", LONG);
                  return Outcome.done();
                });
    assertThat(errorOf(machine.definition())).contains("it has states");
  }

  @Test
  void aStoreWithoutNotesIsToldOf() throws Exception {
    AtomicReference<Throwable> refused = new AtomicReference<>();
    TaskDefinition awaits =
        TaskDefinition.of(
            "PAY",
            attempt -> {
              try {
                attempt.awaitSignal("a", LONG);
              } catch (NotConfiguredException told) {
                refused.set(told);
              }
              return Outcome.done();
            });
    try (TestNode node = TestNode.on(store, with -> with.stores(Stores.of(store)).define(awaits))) {
      node.completed(node.add(TaskRequest.of("PAY")), Rule.FINISH);
      assertThat(refused.get()).hasMessageContaining("capability notes");
    }
  }
}
