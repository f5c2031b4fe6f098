package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.AwaitsSignals;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskParkedError;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.WaitReason;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryTransaction;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests handlers that wait for signals: which signal they get when, and what is remembered. */
class AwaitSignalTest extends AwaitSignalScenario {
  @Test
  void theCodecOfTheTypeWritesAndReadsItsValues() throws Exception {
    SignalType<Approval> byName =
        APPROVAL.codec(
            new PayloadCodec() {
              @Override
              public Bytes encode(Object value) {
                return Bytes.of(((Approval) value).by());
              }

              @Override
              public <T> T decode(Bytes bytes, Class<T> type) {
                return type.cast(new Approval(bytes.toText()));
              }
            });
    try (TestNode node =
        node(
            attempt -> {
              seen.add(attempt.awaitSignal(bare("approval"), LONG).map(Bytes::toText));
              seen.add(attempt.awaitSignal(byName, LONG));
              seen.add(attempt.awaitSignal(APPROVAL, LONG));
              return Outcome.done();
            })) {
      UUID id = parked(node);
      for (int i = 0; i < 2; i++) {
        node.baton.tasks().signal(id, byName, new Approval("Ann"));
      }
      node.baton.tasks().signal(id, bare("approval"), Bytes.of("{\"by\":\"Bob\"}"));
      node.completed(id, Rule.FINISH);
      assertThat(seen)
          .endsWith(
              Optional.of("Ann"),
              Optional.of(new Approval("Ann")),
              Optional.of(new Approval("Bob")));
    }
  }

  @Test
  void taskParksUntilItsSignalComesAndContinuesWithTheValue() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      Position position = node.task(id).position();
      assertThat(position.status()).isEqualTo(Status.WAITING);
      assertThat(position.attempts()).isZero();
      assertThat(position.lastOutcome()).isEqualTo(LastOutcome.CONTINUES);
      assertThat(node.baton.operations().task(id).attempts()).isEmpty();
      node.assertNothingLeft();
      WaitReason reason = node.baton.operations().task(id).explain().reasons().get(0);
      assertThat(reason.words()).startsWith("it waits for signal approval until ");
      assertThat(node.baton.tasks().signal(id, APPROVAL, new Approval("Ann")))
          .isEqualTo(Delivery.AWAITED);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(Optional.of(new Approval("Ann")));
      assertThat(asked).hasValue(1);
      assertThat(new MemoryNoteStore(store).signalNotes(null, id)).isEmpty();
      assertThat(node.baton.tasks().signal(id, bare("approval"), NOTHING))
          .isEqualTo(Delivery.ALREADY_FINISHED);
      assertThat(node.baton.tasks().signal(UUID.randomUUID(), bare("approval"), NOTHING))
          .isEqualTo(Delivery.NOT_FOUND);
    }
  }

  @Test
  void waitThatTimedOutReturnsTheSameAfterARetry() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              seen.add(attempt.awaitSignal(bare("approval"), Duration.ofMillis(20)).isPresent());
              if (attempt.number() == 1) {
                send(attempt.taskId());
                throw new IllegalStateException("once");
              }
              return Outcome.done();
            })) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(false, false);
    }
  }

  @Test
  void signalBeforeTheStoredEndOfItsWaitIsReturnedHoweverLate() throws Exception {
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
    TaskDefinition<?, ?> waits =
        RawDefinition.of(
            "PAY",
            attempt -> {
              seen.add(attempt.awaitSignal(bare("approval"), Duration.ofMillis(20)).isPresent());
              return Outcome.done();
            });
    try (TestNode node =
        TestNode.on(store, with -> with.stores(stores -> stores.notes(late)).define(waits))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.FINISH);
      assertThat(seen).containsExactly(true);
    }
  }

  @Test
  void nodeWithAWrongClockWaitsByTheDatabasesClock() throws Exception {
    LivedRuntime slow =
        new LivedRuntime() {
          @Override
          public long currentTimeMillis() {
            return super.currentTimeMillis() - Duration.ofDays(4).toMillis();
          }
        };
    try (TestNode node =
        TestNode.on(
            store, with -> with.runtime(slow).define(RawDefinition.of("PAY", this::approved)))) {
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
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      gate.awaitArrival();
      assertThat(node.baton.tasks().signal(id, APPROVAL, new Approval("early")))
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
      assertThat(node.baton.tasks().signal(id, text("b"), "B")).isEqualTo(Delivery.KEPT);
      assertThat(node.baton.tasks().signal(id, text("a"), "1")).isEqualTo(Delivery.AWAITED);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.baton.tasks().signal(id, text("a"), "2")).isEqualTo(Delivery.AWAITED);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("1B2|");
    }
  }

  @Test
  void signalOfAnotherNameWakesNoTask() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      long version = node.task(id).position().version();
      assertThat(node.baton.tasks().signal(id, bare("refusal"), NOTHING)).isEqualTo(Delivery.KEPT);
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
                            .signal(transaction, id, APPROVAL, new Approval("undone"));
                        throw new IllegalStateException("rolled back");
                      }))
          .hasMessage("rolled back");
      assertThat(node.task(id).position().status()).isEqualTo(Status.WAITING);
      Delivery[] sent = new Delivery[2];
      node.transactions.call(
          transaction -> {
            sent[0] = node.baton.tasks().signal(transaction, id, APPROVAL, new Approval("1"));
            sent[1] = node.baton.tasks().signal(transaction, id, APPROVAL, new Approval("2"));
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
                  } catch (TaskParkedError lasting) {
                    other
                        .get()
                        .baton
                        .tasks()
                        .signal(attempt.taskId(), APPROVAL, new Approval("now"));
                    throw lasting;
                  }
                })) {
      other.set(client);
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(Optional.of(new Approval("now")));
      assertThat(node.events.all(TaskEvent.Completed.class))
          .extracting(TaskEvent.Completed::rule)
          .containsExactly(Rule.CONTINUE, Rule.FINISH);
    }
  }

  @Test
  void handlerThatCatchesTheWaitIsParkedAnyway() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              try {
                return approved(attempt);
              } catch (TaskParkedError caught) {
                assertThatThrownBy(() -> attempt.step("more", () -> {}));
                return Outcome.failed("swallowed");
              }
            })) {
      UUID id = parked(node);
      node.baton.tasks().signal(id, APPROVAL, new Approval("Ann"));
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void aTransactionalHandlerIsRolledBackByTheWaitAndCommitsOnceAfterIt() throws Exception {
    TaskDefinition<?, ?> pays =
        RawDefinition.transactional(
            "PAY",
            (attempt, transaction) -> {
              transaction.unwrap(MemoryTransaction.class).effect("paid");
              return approved(attempt);
            });
    try (TestNode node = node(pays)) {
      UUID id = parked(node);
      assertThat(store.effects()).isEmpty();
      node.baton.tasks().signal(id, APPROVAL, new Approval("Ann"));
      node.completed(id, Rule.FINISH);
      assertThat(store.effects()).containsEntry("paid", 1);
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void anAsynchronousHandlerWaitsToo() throws Exception {
    TaskDefinition<?, ?> async =
        RawDefinition.async(
            "PAY",
            attempt ->
                CompletableFuture.supplyAsync(
                    () -> {
                      seen.add(
                          attempt.awaitSignal(bare("approval"), Duration.ofHours(1)).isPresent());
                      return Outcome.done();
                    }));
    try (TestNode node = node(async)) {
      UUID id = parked(node);
      node.assertNothingLeft();
      node.baton.tasks().signal(id, bare("approval"), NOTHING);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(true);
    }
  }

  @Test
  void signalsThatAreKeptHaveNoMoreThanSixteenMebibytesTogether() throws Exception {
    Bytes large = Bytes.of(new byte[AwaitsSignals.MAX_SIGNAL_BYTES]);
    try (TestNode node = TestNode.on(store, with -> with)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")).onHold());
      node.transactions.call(
          transaction -> {
            for (int i = 0; i < AwaitsSignals.MAX_ALL_SIGNALS_BYTES / large.length(); i++) {
              assertThat(node.baton.tasks().signal(transaction, id, bare("a" + i % 2), large))
                  .isEqualTo(Delivery.KEPT);
            }
            assertThat(node.baton.tasks().signal(transaction, id, bare("b"), Bytes.of("x")))
                .isEqualTo(Delivery.TOO_MANY);
            return true;
          });
    }
  }
}
