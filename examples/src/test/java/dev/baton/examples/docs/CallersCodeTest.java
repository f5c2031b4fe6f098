package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Retry;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Uniqueness;
import dev.baton.api.operate.Operations;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.task.Bytes;
import dev.baton.task.FinishedTask;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the documents promise to those who add, await, cancel and repeat is what happens. */
class CallersCodeTest {
  private static final Payout ADA = new Payout("ada", 100);

  private static String broken(Payout payout) {
    throw new IllegalStateException("no rates for " + payout.partner());
  }

  @Test
  void aQuoteThatFailsForGoodIsAFailureForItsCaller() throws Exception {
    TaskDefinition<?, ?> failing = CallersCode.failing(CallersCodeTest::broken);
    try (TestBaton baton = TestBaton.inMemory().define(failing).start()) {
      CompletableFuture<String> quote =
          CallersCode.awaited(baton.tasks(), ADA).toCompletableFuture();
      baton.drain();
      baton.advance(Duration.ofMinutes(1));
      assertThat(quote.get(20, TimeUnit.SECONDS)).isEqualTo("no quote today");
    }
  }

  @Test
  void aPollIsRepeatedUntilThereIsSomething() {
    AtomicInteger polls = new AtomicInteger();
    TaskDefinition<?, ?> polling =
        CallersCode.repeating(bank -> polls.incrementAndGet() < 3 ? 0 : 7);
    try (TestBaton baton = TestBaton.inMemory().define(polling).start()) {
      UUID id = baton.add(CallersCode.POLL, "bank");
      baton.drain();
      assertThat(baton.tasks().lastResult(CallersCode.POLL, id)).contains(0);
      baton.advance(Duration.ofHours(1));
      assertThat(baton.tasks().lastResult(CallersCode.POLL, id)).contains(7);
      assertThat(polls).hasValue(3);
    }
  }

  @Test
  void aClearedPayloadIsGoneAndItsTaskStillUnique() {
    TaskDefinition<?, ?> asking =
        TaskDefinition.of(CallersCode.ASK_CREDIT).handler((payout, attempt) -> payout.partner());
    try (TestBaton baton = TestBaton.inMemory().define(asking).start()) {
      UUID id = baton.add(CallersCode.ASK_CREDIT, ADA);
      baton.drain();
      FinishedTask ended = baton.baton().operations().findFinished(id).orElseThrow();
      assertThat(ended.spec().payload()).isNull();
      assertThat(ended.spec().isPayloadCleared()).isTrue();
      assertThat(baton.tasks().add(CallersCode.ASK_CREDIT.with(ADA)).wasAdded()).isFalse();
      assertThat(baton.baton().operations().runAgain(id, ended.version(), null))
          .isInstanceOfSatisfying(
              Operations.Verdict.NotAllowed.class,
              why -> assertThat(why.reason()).contains("payload was removed"));
    }
  }

  @Test
  void theMoreSpecialDefinitionIsTaken() {
    List<String> delivered = new ArrayList<>();
    List<TaskDefinition<?, ?>> two =
        CallersCode.special((message, attempt) -> delivered.add(attempt.type()));
    try (TestBaton baton =
        TestBaton.inMemory().define(two.toArray(TaskDefinition<?, ?>[]::new)).start()) {
      baton.add(TaskType.of("DELIVER|PARTNERX", Bytes.class), Bytes.of("hello"));
      baton.add(TaskType.of("DELIVER|PARTNERY", Bytes.class), Bytes.of("hello"));
      baton.drain();
      assertThat(delivered).containsExactlyInAnyOrder("DELIVER|PARTNERX", "DELIVER|PARTNERY");
    }
  }

  /** Each row of the table in docs/moving.md. */
  @Test
  void onceLastsAsLongAsItsUniquenessSays() {
    List<UUID> runs = new ArrayList<>();
    TaskDefinition<?, ?> counting =
        TaskDefinition.of(TaskType.of("T"))
            .handler(
                (none, attempt) -> {
                  runs.add(attempt.taskId());
                })
            .retry(Retry.never())
            .keepDone(Duration.ofHours(1));
    for (Uniqueness way :
        List.of(
            Uniqueness.whileLive(),
            Uniqueness.whileKept(),
            Uniqueness.forPeriod(Duration.ofHours(1)))) {
      runs.clear();
      try (TestBaton baton = TestBaton.inMemory().define(counting).start()) {
        TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T")).uniqueBy("ada/2026-03", way);
        baton.tasks().add(request);
        baton.drain();
        baton.tasks().add(request);
        baton.drain();
        boolean onlyWhileLive = way.hold().equals(Uniqueness.whileLive().hold());
        assertThat(runs).hasSize(onlyWhileLive ? 2 : 1);
      }
    }
  }
}
