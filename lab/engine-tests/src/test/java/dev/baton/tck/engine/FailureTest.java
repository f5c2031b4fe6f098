package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.PayloadException;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.RetryPolicy;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests handlers that fail, and what their retry policy decides. */
final class FailureTest {
  private static final Retry AT_ONCE = Retry.fixed(Duration.ZERO).maxAttempts(3);

  @Test
  void aHandlerThatThrowsIsRetriedAndMaySucceed() throws Exception {
    ConcurrentLinkedQueue<Integer> numbers = new ConcurrentLinkedQueue<>();
    RawHandler.Sync handler =
        attempt -> {
          numbers.add(attempt.number());
          if (attempt.number() < 3) {
            throw new IllegalStateException("busy");
          }
          return Outcome.done();
        };
    try (TestNode node = running(handler, Retry.fixed(Duration.ofMillis(1)))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(numbers).containsExactly(1, 2, 3);
      assertThat(node.finished(id).attempts()).isEqualTo(3);
    }
  }

  @Test
  void retriesThatAreUsedUpStopTheTaskInErrorWithTheStackTrace() throws Exception {
    try (TestNode node = running(FailureTest::broken, AT_ONCE)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("java.lang.IllegalStateException: broken for good")
          .contains("at " + FailureTest.class.getName() + ".broken");
      Task task = node.task(id);
      assertThat(task.position().status()).isEqualTo(Status.ERROR);
      assertThat(task.position().attempts()).isEqualTo(3);
      assertThat(task.position().lastOutcome()).isEqualTo(LastOutcome.FAILURE);
      node.assertNothingLeft();
    }
  }

  @Test
  void exhaustedTaskIsFailedAndTheLogSaysThatNoAttemptFollows() throws Exception {
    ConcurrentLinkedQueue<Boolean> logged = new ConcurrentLinkedQueue<>();
    TaskDefinition<?, ?> failing =
        RawDefinition.of("T", FailureTest::broken)
            .retry(AT_ONCE)
            .failWhenExhausted()
            .logFailure((attempt, error, willRetry) -> logged.add(willRetry));
    try (TestNode node = TestNode.start(b -> b.define(failing))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FAIL);
      assertThat(node.finished(id).error())
          .contains("java.lang.IllegalStateException: broken for good");
      assertThat(node.finished(id).attempts()).isEqualTo(3);
      assertThat(logged).containsExactly(true, true, false);
      node.assertNothingLeft();
    }
  }

  @Test
  void errorsOutsideTheHandlerStopInErrorEvenIfFailuresFail() throws Exception {
    TaskType<Integer, Void> typed = TaskType.of("T", Integer.class);
    RawHandler.Sync marking =
        attempt -> {
          attempt.markIrreversible();
          return broken(attempt);
        };
    List<TaskDefinition<?, ?>> definitions =
        List.of(
            TaskDefinition.of(typed).handler((number, attempt) -> {}),
            RawDefinition.of("T", marking)
                .onLost(OnLost.askIfMarked((payload, attempt) -> Reconciliation.notHappened()))
                .retry(Retry.never()),
            RawDefinition.of("T", FailureTest::broken)
                .retry(
                    failure -> {
                      throw new AssertionError("policy is broken");
                    }));
    for (TaskDefinition<?, ?> definition : definitions) {
      try (TestNode node = TestNode.start(b -> b.define(definition.failWhenExhausted()))) {
        UUID id = node.add(TaskType.of("T", Bytes.class).with(Bytes.of("no number")));
        node.completed(id, Rule.STOP_IN_ERROR);
        assertThat(node.task(id).position().status()).isEqualTo(Status.ERROR);
      }
    }
  }

  @Test
  void requestedRetryFollowsThePolicyAndKeepsOnlyItsReason() throws Exception {
    try (TestNode node = running(attempt -> Outcome.retry("bank is shut"), AT_ONCE)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).isEqualTo("bank is shut");
      assertThat(node.starts(id)).isEqualTo(3);
    }
  }

  @Test
  void retryWithItsOwnDelayWaitsForThatTime() throws Exception {
    RawHandler.Sync handler = attempt -> Outcome.retryAfter(Duration.ofHours(2), "later");
    try (TestNode node = running(handler, AT_ONCE)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.WAIT);
      Task task = node.task(id);
      assertThat(task.position().status()).isEqualTo(Status.WAITING);
      assertThat(Duration.between(task.lastAction(), task.position().runAt()))
          .isEqualTo(Duration.ofHours(2));
      assertThat(task.position().attempts()).isEqualTo(1);
    }
  }

  @Test
  void retryWithItsOwnDelayStillHasThePolicysAttempts() throws Exception {
    RawHandler.Sync handler = attempt -> Outcome.retryAfter(Duration.ZERO, "again");
    try (TestNode node = running(handler, AT_ONCE)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.STOP_IN_ERROR);
      assertThat(node.starts(id)).isEqualTo(3);
    }
  }

  @Test
  void anErrorOfTheJvmIsAFailureLikeAnyOther() throws Exception {
    List<RawHandler.Sync> handlers = new ArrayList<>();
    handlers.add(attempt -> Outcome.done(endless(0)));
    handlers.add(
        attempt -> {
          throw new AssertionError("can't be");
        });
    for (RawHandler.Sync handler : handlers) {
      try (TestNode node = running(handler, Retry.never())) {
        UUID id = node.add(TaskRequest.of(TaskType.of("T")));
        assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
            .containsAnyOf("StackOverflowError", "AssertionError: can't be");
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void handlerThatReturnsNothingFailsWithAHelpfulMessage() throws Exception {
    try (TestNode node = running(attempt -> null, Retry.never())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("The handler returned no outcome. Return Outcome.done()");
    }
  }

  @Test
  void aRetryPolicyThatThrowsStopsTheTaskInErrorWithBothErrors() throws Exception {
    RetryPolicy broken =
        failure -> {
          throw new AssertionError("policy is broken");
        };
    try (TestNode node = running(FailureTest::broken, broken)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("Its retry policy failed: java.lang.AssertionError: policy is broken")
          .contains("java.lang.IllegalStateException")
          .contains("broken for good");
      node.assertNothingLeft();
    }
  }

  @Test
  void retryPolicyWithAnInvalidDelayStopsTheTaskInError() throws Exception {
    List<Optional<Duration>> impossible = new ArrayList<>();
    impossible.add(Optional.of(Duration.ofSeconds(-1)));
    impossible.add(Optional.of(Duration.ofDays(1_000_000)));
    impossible.add(null);
    for (Optional<Duration> answer : impossible) {
      try (TestNode node = running(FailureTest::broken, failure -> answer)) {
        UUID id = node.add(TaskRequest.of(TaskType.of("T")));
        assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
            .contains("Its retry policy failed");
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void aRepeatOrARetryPolicyThatThrowsAfterTheHandlerReturnedIsAFailure() throws Exception {
    RetryPolicy broken =
        new RetryPolicy() {
          @Override
          public Optional<Duration> retryAfter(Failure failure) {
            return Optional.empty();
          }

          @Override
          public boolean isLast(int attempt) {
            throw new IllegalStateException("can't say whether");
          }
        };
    List<Outcome<?>> outcomes =
        List.of(Outcome.done(), Outcome.retryAfter(Duration.ofHours(1), "later"));
    for (Outcome<?> outcome : outcomes) {
      TaskDefinition<?, ?> definition =
          RawDefinition.of("T", attempt -> outcome)
              .retry(broken)
              .repeat(
                  success -> {
                    throw new AssertionError("can't say when");
                  });
      try (TestNode node = TestNode.start(b -> b.define(definition))) {
        UUID id = node.add(TaskRequest.of(TaskType.of("T")));
        assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("can't say");
        node.assertNothingLeft();
      }
    }
  }

  @Test
  void anErrorWithoutAReadableTextIsAFailureToo() throws Exception {
    RuntimeException unreadable =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no text");
          }
        };
    RawHandler.Sync handler =
        attempt -> {
          throw unreadable;
        };
    try (TestNode node = running(handler, Retry.never())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains(FailureTest.class.getName())
          .contains("its text can't be read");
      node.assertNothingLeft();
    }
  }

  @Test
  void aStateThatIsMissingIsAFailure() throws Exception {
    try (TestNode node = running(attempt -> new HandlerOutcome.GoTo<>(null, null), Retry.never())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("NullPointerException");
      node.assertNothingLeft();
    }
  }

  @Test
  void aValueThatCannotBeWrittenNeedsAPersonAndNoRetry() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    RawHandler.Sync handler =
        attempt -> {
          runs.incrementAndGet();
          throw new PayloadException("the total is no number", null);
        };
    try (TestNode node = running(handler, AT_ONCE)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("the total is no number");
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void aPolicyForOneClassOfErrorsGoesBeforeTheOthers() throws Exception {
    RetryPolicy policy = AT_ONCE.on(IllegalArgumentException.class, Retry.never());
    AtomicInteger runs = new AtomicInteger();
    RawHandler.Sync handler =
        attempt -> {
          if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("try again");
          }
          throw new IllegalArgumentException("useless");
        };
    try (TestNode node = running(handler, policy)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.STOP_IN_ERROR);
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void aTaskInErrorRunsAgainWhenItIsRetriedByHand() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    RawHandler.Sync handler =
        attempt -> runs.incrementAndGet() == 1 ? broken(attempt) : Outcome.done();
    try (TestNode node = running(handler, Retry.never())) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.STOP_IN_ERROR);
      node.baton.operations().task(id).ifUnchangedSince(node.task(id).position().version()).retry();
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).attempts()).isEqualTo(1);
    }
  }

  private static Outcome<?> broken(dev.baton.handler.Attempt attempt) {
    throw new IllegalStateException("broken for good");
  }

  private static dev.baton.task.Bytes endless(int depth) {
    return depth < 0 ? dev.baton.task.Bytes.of("") : endless(depth + 1);
  }

  private static TestNode running(RawHandler.Sync handler, RetryPolicy retry) {
    TaskDefinition<?, ?> definition = RawDefinition.of("T", handler).retry(retry);
    return TestNode.start(b -> b.define(definition));
  }
}
