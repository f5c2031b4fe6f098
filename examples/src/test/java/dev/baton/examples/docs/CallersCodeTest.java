package dev.baton.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.examples.docs.DocumentedCode.Payout;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.TaskContent;
import dev.baton.task.Bytes;
import dev.baton.test.TestBaton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks the promises in the documents to callers, who add, await, cancel and repeat tasks. */
class CallersCodeTest {
  private static final Payout ADA = new Payout("ada", 100);

  private static String broken(Payout payout) {
    throw new IllegalStateException("no rates for " + payout.partner());
  }

  @Test
  void failedQuoteIsAFailureForItsCaller() throws Exception {
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
  void pollRepeatsUntilItFindsSomething() {
    AtomicInteger polls = new AtomicInteger();
    TaskDefinition<?, ?> polling =
        CallersCode.repeating(bank -> polls.incrementAndGet() < 3 ? 0 : 7);
    try (TestBaton baton = TestBaton.inMemory().define(polling).start()) {
      UUID id = baton.add(CallersCode.POLL, "bank");
      baton.drain();
      assertThat(baton.tasks().handle(CallersCode.POLL, id).lastResult()).contains(0);
      baton.advance(Duration.ofHours(1));
      assertThat(baton.tasks().handle(CallersCode.POLL, id).lastResult()).contains(7);
      assertThat(polls).hasValue(3);
    }
  }

  @Test
  void clearedPayloadIsGoneAndItsTaskStaysUnique() {
    TaskDefinition<?, ?> asking =
        TaskDefinition.of(CallersCode.ASK_CREDIT).handler((payout, attempt) -> payout.partner());
    try (TestBaton baton = TestBaton.inMemory().define(asking).start()) {
      UUID id = baton.add(CallersCode.ASK_CREDIT, ADA);
      baton.drain();
      TaskContent content = baton.task(id).content();
      assertThat(content.payload()).isEmpty();
      assertThat(content.isPayloadRemoved()).isTrue();
      assertThat(baton.tasks().add(CallersCode.ASK_CREDIT.with(ADA)).wasAdded()).isFalse();
      assertThat(baton.baton().operations().task(id).runAgain().reason())
          .contains("payload was removed");
    }
  }

  @Test
  void payoutIsPaidOnceUntilItsRowIsDeleted() {
    List<String> paid = new ArrayList<>();
    TaskDefinition<?, ?> paying = CallersCode.neverTwice((payout, key) -> paid.add(key));
    try (TestBaton baton = TestBaton.inMemory().define(paying).start()) {
      UUID first = baton.add(CallersCode.PAY_ONCE, ADA);
      baton.drain();
      AddResult again = baton.tasks().add(CallersCode.PAY_ONCE.with(ADA));
      assertThat(again.wasAdded()).isFalse();
      assertThat(again.taskId()).isEqualTo(first);
      baton.drain();
      assertThat(paid).hasSize(1);
      baton.advance(Duration.ofDays(401));
      assertThat(baton.tasks().add(CallersCode.PAY_ONCE.with(ADA)).wasAdded()).isTrue();
      baton.drain();
      assertThat(paid).as("the payment is repeated, as the page warns").hasSize(2);
    }
  }

  @Test
  void moreSpecificDefinitionIsUsed() {
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

  @Test
  void addsWithOneIdentityMakeOneTask() {
    List<CallersCode.Purge> purged = new ArrayList<>();
    List<String> indexed = new ArrayList<>();
    List<Payout> paid = new ArrayList<>();
    try (TestBaton baton =
        TestBaton.inMemory()
            .define(
                TaskDefinition.of(CallersCode.PURGE_TABLE).handler((purge, a) -> purged.add(purge)))
            .define(
                TaskDefinition.of(CallersCode.REINDEX).handler((table, a) -> indexed.add(table)))
            .define(TaskDefinition.of(CallersCode.PAY_OUT).handler((payout, a) -> paid.add(payout)))
            .start()) {
      CallersCode.add(baton.tasks(), new CallersCode.Purge("t", List.of("a")), ADA);
      CallersCode.add(baton.tasks(), new CallersCode.Purge("t", List.of("b")), ADA);
      baton.drain();
      CallersCode.add(baton.tasks(), new CallersCode.Purge("t", List.of("c")), ADA);
      baton.drain();
      assertThat(purged)
          .containsExactly(
              new CallersCode.Purge("t", List.of("a", "b")),
              new CallersCode.Purge("t", List.of("c")));
      assertThat(paid).containsExactly(ADA);
      assertThat(indexed).isEmpty();
      baton.advance(Duration.ofMinutes(1));
      baton.drain();
      assertThat(indexed).containsExactly("payouts");
    }
  }

  /** Tests each row of the table in docs/moving.md. */
  @Test
  void taskStaysUniqueForItsRetention() {
    List<UUID> runs = new ArrayList<>();
    TaskDefinition<?, ?> counting =
        TaskDefinition.of(TaskType.of("T"))
            .handler(
                (none, attempt) -> {
                  runs.add(attempt.taskId());
                })
            .retry(Retry.never())
            .keepDone(Duration.ofHours(1));
    Unique whileLive = Unique.whileLive("ada/2026-03");
    for (Unique way :
        List.of(
            whileLive,
            Unique.whileKept("ada/2026-03"),
            Unique.forAtLeast(Duration.ofHours(1), "ada/2026-03"))) {
      runs.clear();
      try (TestBaton baton = TestBaton.inMemory().define(counting).start()) {
        TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T")).unique(way);
        baton.tasks().add(request);
        baton.drain();
        baton.tasks().add(request);
        baton.drain();
        assertThat(runs).hasSize(way == whileLive ? 2 : 1);
      }
    }
  }
}
