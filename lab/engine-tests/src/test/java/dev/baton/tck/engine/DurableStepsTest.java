package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Progress;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.LeaseLostException;
import dev.baton.handler.Attempt;
import dev.baton.handler.DurableSteps;
import dev.baton.handler.MoveResult;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.row.When;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests steps that a handler runs once for all attempts, and how it reports its progress. */
class DurableStepsTest {
  record Receipt(String number, long cents) {}

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final TransactionalNoteStore notes = new MemoryNoteStore(store);
  private final AtomicInteger charged = new AtomicInteger();
  private final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();

  private Receipt charge(Attempt attempt) throws Exception {
    return attempt.step(
        "charge", Receipt.class, () -> new Receipt("r" + charged.incrementAndGet(), 100));
  }

  private TestNode node(TaskDefinition<?, ?> definition) {
    return TestNode.on(
        store, with -> with.define(definition.retry(Retry.fixed(Duration.ZERO).maxAttempts(4))));
  }

  @Test
  void retryGetsTheEarlierResultOfTheStep() throws Exception {
    TaskDefinition<?, ?> twice =
        RawDefinition.of(
            "PAY",
            attempt -> {
              seen.add(charge(attempt));
              attempt.step("tell", () -> seen.add("told"));
              seen.add(attempt.stepKey("charge"));
              return attempt.number() < 3 ? Outcome.retry("again") : Outcome.done();
            });
    try (TestNode node = node(twice)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      Receipt receipt = new Receipt("r1", 100);
      String key = id + "/charge";
      assertThat(seen).containsExactly(receipt, "told", key, receipt, key, receipt, key);
      assertThat(notes.steps(id)).isEmpty();
    }
  }

  @Test
  void anotherNodeGetsTheStepsOfACrashedNode() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> stuck =
        RawDefinition.of(
            "PAY",
            attempt -> {
              charge(attempt);
              gate.pass();
              return Outcome.done();
            });
    UUID id;
    try (TestNode first = node(stuck)) {
      id = first.add(TaskRequest.of(TaskType.of("PAY")));
      gate.awaitArrival();
      assertThat(notes.steps(id)).containsOnlyKeys("charge");
      assertThat(first.baton.stop(Duration.ZERO)).isTrue();
    }
    try (TestNode second =
        node(
            RawDefinition.of(
                "PAY",
                attempt -> {
                  seen.add(charge(attempt));
                  return Outcome.done();
                }))) {
      second.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(new Receipt("r1", 100));
    }
  }

  @Test
  void aTransactionalHandlerThatRollsBackRemembersItsSteps() throws Exception {
    TaskDefinition<?, ?> rollsBack =
        RawDefinition.transactional(
            "PAY",
            (attempt, transaction) -> {
              seen.add(charge(attempt));
              if (attempt.number() == 1) {
                throw new IllegalStateException("rolled back");
              }
              return Outcome.done();
            });
    try (TestNode node = node(rollsBack)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      assertThat(charged).hasValue(1);
      assertThat(seen).hasSize(2);
      assertThat(notes.steps(id)).isEmpty();
    }
  }

  @Test
  void anAsynchronousHandlerHasStepsToo() throws Exception {
    TaskDefinition<?, ?> async =
        RawDefinition.async(
            "PAY",
            attempt -> {
              seen.add(charge(attempt));
              return CompletableFuture.completedFuture(
                  attempt.number() == 1 ? Outcome.retry("again") : Outcome.done());
            });
    try (TestNode node = node(async)) {
      node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.FINISH);
      assertThat(charged).hasValue(1);
      assertThat(seen).hasSize(2);
    }
  }

  @Test
  void onlyARepetitionForgetsTheSteps() throws Exception {
    TaskDefinition<?, ?> repeats =
        RawDefinition.of(
            "PAY",
            attempt -> {
              charge(attempt);
              return switch (attempt.state()) {
                case "" -> new HandlerOutcome.GoTo<>("SENT", null);
                case "SENT" -> new HandlerOutcome.Park<>(When.in(Duration.ZERO), "BACK", null);
                default -> charged.get() == 1 ? Outcome.repeat(Duration.ZERO) : Outcome.done();
              };
            });
    try (TestNode node = node(repeats)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      node.completed(id, Rule.FINISH);
      assertThat(charged).hasValue(2);
      assertThat(node.starts(id)).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void repetitionForgetsStepsEvenIfItsLastAttemptHadNone() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    TaskDefinition<?, ?> repeats =
        RawDefinition.of(
            "PAY",
            attempt ->
                switch (runs.incrementAndGet()) {
                  case 1 -> {
                    charge(attempt);
                    yield Outcome.retry("again");
                  }
                  case 2 -> new HandlerOutcome.GoTo<>("SENT", null);
                  case 3, 5 -> Outcome.repeat(Duration.ZERO);
                  case 4 -> {
                    charge(attempt);
                    yield new HandlerOutcome.Park<>(When.in(Duration.ZERO), "BACK", null);
                  }
                  default -> {
                    charge(attempt);
                    yield Outcome.done();
                  }
                });
    try (TestNode node = node(repeats)) {
      node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.FINISH);
      assertThat(charged).hasValue(3);
    }
  }

  @Test
  void repetitionForgetsTheStepsOfAnotherNode() throws Exception {
    UUID id;
    try (TestNode first =
        node(
            charging(
                attempt ->
                    new HandlerOutcome.Park<>(When.in(Duration.ofMillis(300)), "BACK", null)))) {
      id = first.add(TaskRequest.of(TaskType.of("PAY")));
      first.completed(id, Rule.WAIT);
    }
    assertThatTheNextNodeRepeatsAndChargesAnew(id);
  }

  @Test
  void repetitionForgetsStepsEvenAfterASignal() throws Exception {
    UUID id;
    Outcome<?> later = Outcome.retryAfter(Duration.ofHours(1), "later");
    try (TestNode first = node(charging(attempt -> later))) {
      id = first.add(TaskRequest.of(TaskType.of("PAY")));
      first.completed(id, Rule.WAIT);
    }
    try (TestNode client = TestNode.on(store, with -> with.client())) {
      assertThat(
              RowSignals.of(client.baton.tasks())
                  .signal(id, task -> new RowDecision.GoTo("BACK", null)))
          .isEqualTo(new MoveResult.Applied(false));
    }
    assertThatTheNextNodeRepeatsAndChargesAnew(id);
  }

  private TaskDefinition<?, ?> charging(Function<Attempt, Outcome<?>> then) {
    return RawDefinition.of(
        "PAY",
        attempt -> {
          charge(attempt);
          return then.apply(attempt);
        });
  }

  /**
   * Asserts that the next node repeats the step and charges again, because this store keeps no
   * steps.
   */
  private void assertThatTheNextNodeRepeatsAndChargesAnew(UUID id) throws Exception {
    AtomicBoolean repeated = new AtomicBoolean();
    int before = charged.get();
    TaskDefinition<?, ?> repeats =
        RawDefinition.of(
            "PAY",
            attempt -> {
              if (!repeated.getAndSet(true)) {
                return Outcome.repeat(Duration.ZERO);
              }
              charge(attempt);
              return Outcome.done();
            });
    try (TestNode second = node(repeats)) {
      second.completed(id, Rule.FINISH);
      assertThat(charged).hasValue(before + 1);
    }
  }

  @Test
  void aNameUsedTwiceIsRefusedUnlessTheFirstFailed() throws Exception {
    assertThat(errorOf(attempt -> twice(attempt, "charge"))).contains("already has a step charge");
    TaskDefinition<?, ?> failsOnce =
        RawDefinition.of(
            "PAY",
            attempt -> {
              assertThatThrownBy(
                      () ->
                          attempt.step(
                              "charge",
                              () -> {
                                throw new IllegalStateException("no");
                              }))
                  .hasMessage("no");
              charge(attempt);
              return Outcome.done();
            });
    try (TestNode node = node(failsOnce)) {
      node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.FINISH);
      assertThat(charged).hasValue(1);
    }
  }

  private static Outcome<?> twice(Attempt attempt, String name) throws Exception {
    attempt.step(name, () -> {});
    attempt.step(name, () -> {});
    return Outcome.done();
  }

  @Test
  void tooLargeStepsAreRefused() throws Exception {
    byte[] large = new byte[DurableSteps.MAX_STEP_BYTES + 1];
    assertThat(errorOf(attempt -> step(attempt, "big", Bytes.of(large))))
        .contains("at most 262144");
    assertThat(errorOf(attempt -> step(attempt, "n".repeat(121), Bytes.of(""))))
        .contains("1-120 plain characters");
    assertThat(errorOf(attempt -> step(attempt, "a\nb", Bytes.of("")))).contains("plain");
  }

  @Test
  void theValuesOfAllStepsOfATaskHaveNoMoreThanSixteenMebibytesTogether() throws Exception {
    byte[] large = new byte[DurableSteps.MAX_STEP_BYTES];
    int most = DurableSteps.MAX_ALL_STEPS_BYTES / large.length;
    assertThat(
            errorOf(
                attempt -> {
                  for (int i = 0; i < most; i++) {
                    step(attempt, "s" + i, Bytes.of(large));
                  }
                  return step(attempt, "one-more", Bytes.of("x"));
                }))
        .contains("With step one-more")
        .contains("at most 16777216");
  }

  private static Outcome<?> step(Attempt attempt, String name, Bytes value) throws Exception {
    attempt.stepBytes(name, () -> value);
    return Outcome.done();
  }

  @Test
  void aHolderWhoHasLostTheTaskRemembersNothing() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> stubborn =
        RawDefinition.of(
            "PAY",
            attempt -> {
              try {
                attempt.step("charge", gate::passStubbornly);
              } catch (LeaseLostException lost) {
                seen.add(lost);
              }
              return Outcome.done();
            });
    try (TestNode node = node(stubborn)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      gate.awaitArrival();
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("enough");
      gate.open();
      Waiting.until("the step was refused", () -> seen.size() == 1);
      assertThat(notes.steps(id)).isEmpty();
    }
  }

  @Test
  void progressIsSeenAndLostProgressHarmsNothing() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> telling =
        RawDefinition.of(
            "PAY",
            attempt -> {
              for (int i = 0; i <= 1_000; i++) {
                attempt.progress(i / 2_000.0, i + " of 2,000");
              }
              gate.pass();
              return Outcome.done();
            });
    try (TestNode node = node(telling)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
      Waiting.until(
          "progress is seen",
          () ->
              node.baton
                  .tasks()
                  .handle(TaskType.of("PAY"), id)
                  .progress()
                  .map(Progress::text)
                  .filter("1000 of 2,000"::equals)
                  .isPresent());
      assertThat(
              node.baton.tasks().handle(TaskType.of("PAY"), id).progress().orElseThrow().fraction())
          .isEqualTo(0.5);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.baton.tasks().handle(TaskType.of("PAY"), UUID.randomUUID()).progress())
          .isEmpty();
    }
    assertThat(errorOf(attempt -> tooFar(attempt))).contains("between 0 and 1");
  }

  private static Outcome<?> tooFar(Attempt attempt) {
    attempt.progress(1.5, "");
    return Outcome.done();
  }

  /** A body of a handler that may throw. */
  @FunctionalInterface
  private interface Body {
    Outcome<?> run(Attempt attempt) throws Exception;
  }

  private String errorOf(Body body) throws Exception {
    Function<String, TaskRequest<?, ?>> request = type -> TaskRequest.of(TaskType.of(type));
    try (TestNode node =
        TestNode.start(
            with -> with.define(RawDefinition.of("BAD", body::run).retry(Retry.never())))) {
      UUID id = node.add(request.apply("BAD"));
      return String.valueOf(node.completed(id, Rule.STOP_IN_ERROR).error());
    }
  }
}
