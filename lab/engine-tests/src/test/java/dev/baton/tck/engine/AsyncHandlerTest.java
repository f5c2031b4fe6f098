package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests handlers that return a stage. */
final class AsyncHandlerTest {
  private final LinkedBlockingQueue<CompletableFuture<Outcome<?>>> stages =
      new LinkedBlockingQueue<>();
  private final TaskDefinition<?, ?> ask =
      RawDefinition.async(
              "ASK",
              attempt -> {
                CompletableFuture<Outcome<?>> stage = new CompletableFuture<>();
                stages.add(stage);
                return stage;
              })
          .retry(Retry.never());

  @Test
  void aStageCompletedOnAnotherThreadEndsTheAttempt() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(ask))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("ASK")));
      CompletableFuture<Outcome<?>> stage = next();
      assertThat(node.baton.slotsInUse()).isEqualTo(1);
      stage.complete(Outcome.done(Bytes.of("later")));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("later"));
      node.assertNothingLeft();
    }
  }

  @Test
  void leaseIsRenewedWhileTheStageIsIncomplete() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(ask).settings(s -> TestNode.SHORT_LEASE))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("ASK")));
      CompletableFuture<Outcome<?>> stage = next();
      var first = node.task(id).position().nextEventAt();
      Waiting.until(
          "renewed twice",
          () -> node.task(id).position().nextEventAt().isAfter(first.plusMillis(300)));
      stage.complete(Outcome.done());
      node.completed(id, Rule.FINISH);
      assertThat(node.starts(id)).isEqualTo(1);
    }
  }

  @Test
  void aStageThatFailsIsAFailureWithItsOwnCause() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(ask))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("ASK")));
      next().completeExceptionally(new IllegalStateException("refused by bank"));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .startsWith("java.lang.IllegalStateException: refused by bank");
    }
  }

  @Test
  void aStageThatCompletesWithNothingIsAFailure() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(ask))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("ASK")));
      next().complete(null);
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("returned no outcome");
    }
  }

  @Test
  void handlerThatThrowsOrReturnsNoStageFails() throws Exception {
    TaskDefinition<?, ?> throwing =
        RawDefinition.async(
                "THROWING",
                attempt -> {
                  throw new IllegalStateException("before any stage");
                })
            .retry(Retry.never());
    TaskDefinition<?, ?> without =
        RawDefinition.async("WITHOUT", attempt -> null).retry(Retry.never());
    try (TestNode node = TestNode.start(b -> b.define(throwing, without))) {
      UUID one = node.add(TaskRequest.of(TaskType.of("THROWING")));
      assertThat(node.completed(one, Rule.STOP_IN_ERROR).error()).contains("before any stage");
      node.completed(node.add(TaskRequest.of(TaskType.of("WITHOUT"))), Rule.STOP_IN_ERROR);
      node.assertNothingLeft();
    }
  }

  @Test
  void deadlineEndsAnIncompleteStageAndIgnoresItsLateResult() throws Exception {
    TaskDefinition<?, ?> overdue = ask.deadline(Duration.ofMillis(30));
    try (TestNode node = TestNode.start(b -> b.define(overdue))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("ASK")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("DeadlineExceededException");
      node.assertNothingLeft();
      node.events.await(TaskEvent.DeadlineExceeded.class);
      next().complete(Outcome.done(Bytes.of("too late")));
      assertThat(node.events.all(TaskEvent.Completed.class)).hasSize(1);
      assertThat(node.task(id).position().attempts()).isEqualTo(1);
    }
  }

  @Test
  void stageMayContinueInAnotherState() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(ask))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("ASK")));
      next().complete(new HandlerOutcome.GoTo<>("ASKED", Bytes.of("r")));
      next().complete(Outcome.done());
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).state()).isEqualTo("ASKED");
      node.assertNothingLeft();
    }
  }

  private CompletableFuture<Outcome<?>> next() throws InterruptedException {
    CompletableFuture<Outcome<?>> stage = stages.poll(20, TimeUnit.SECONDS);
    assertThat(stage).as("a stage").isNotNull();
    return stage;
  }
}
