package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.WaitReason;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Position;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests handlers that wait for signals, while the tasks are changed, retried or run again. */
class AwaitSignalAndChangesTest extends AwaitSignalScenario {
  @Test
  void taskThatAnOperatorRunsEarlyParksAgainUntilTheSameTime() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      Position before = node.task(id).position();
      node.baton.operations().task(id).ifUnchangedSince(before.version()).runNow();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.task(id).position().runAt()).isEqualTo(before.runAt());
      assertThat(node.starts(id)).isEqualTo(2);
    }
  }

  @Test
  void taskInALaterWaitIsWokenByItsSignals() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              boolean first = asked.getAndIncrement() == 0;
              seen.add(
                  first
                      ? attempt.awaitSignal(bare("approval"), LONG).isPresent()
                      : attempt.awaitSignal(bare("shipped"), LONG.plusHours(1)).isPresent());
              return Outcome.done();
            })) {
      UUID id = parked(node);
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .runNow();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      WaitReason reason = node.baton.operations().task(id).explain().reasons().get(0);
      assertThat(reason.words()).startsWith("it waits for signal shipped until ");
      assertThat(node.baton.tasks().signal(id, bare("shipped"), NOTHING))
          .isEqualTo(Delivery.AWAITED);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly(true);
    }
  }

  @Test
  void taskOnHoldKeepsItsSignalAndContinuesWhenReleased() throws Exception {
    try (TestNode node = node(this::approved)) {
      UUID id = parked(node);
      node.baton.operations().task(id).ifUnchangedSince(node.task(id).position().version()).hold();
      assertThat(node.baton.tasks().signal(id, APPROVAL, new Approval("Ann")))
          .isEqualTo(Delivery.AWAITED);
      assertThat(node.task(id).position().status()).isEqualTo(Status.BLOCKED);
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .release();
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
      assertThat(node.baton.tasks().signal(id, bare("approval"), NOTHING))
          .isEqualTo(Delivery.ALREADY_FINISHED);
    }
  }

  @Test
  void aSignalDoesNotShortenTheDelayOfARetry() throws Exception {
    TaskDefinition<?, ?> failing =
        RawDefinition.of(
            "PAY",
            attempt -> {
              if (asked.getAndIncrement() > 0) {
                throw new IllegalStateException("before the wait");
              }
              return approved(attempt);
            });
    try (TestNode node =
        TestNode.on(store, with -> with.define(failing.retry(Retry.fixed(LONG).maxAttempts(3))))) {
      UUID id = parked(node);
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .runNow();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.task(id).position().lastOutcome()).isEqualTo(LastOutcome.FAILURE);
      assertThat(node.baton.tasks().signal(id, APPROVAL, new Approval("Ann")))
          .isEqualTo(Delivery.KEPT);
      assertThat(node.task(id).position().status()).isEqualTo(Status.WAITING);
    }
  }

  @Test
  void repeatingTaskAwaitsAgainAndKeepsUnreadSignals() throws Exception {
    try (TestNode node =
        node(
            attempt -> {
              seen.add(value(attempt, "a"));
              return seen.size() < 3 ? Outcome.repeat(Duration.ZERO) : Outcome.done();
            })) {
      UUID id = parked(node);
      node.transactions.call(
          transaction -> {
            node.baton.tasks().signal(transaction, id, text("a"), "1");
            node.baton.tasks().signal(transaction, id, text("a"), "2");
            node.baton.tasks().signal(transaction, id, text("a"), "3");
            return true;
          });
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("1", "2", "3");
    }
  }

  @Test
  void laterTaskWithTheSameIdDoesNotGetUnreadSignals() throws Exception {
    TaskDefinition<?, ?> brief = RawDefinition.of("PAY", this::approved).keepDone(Duration.ZERO);
    try (TestNode node = node(brief)) {
      TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("PAY")).id(UUID.randomUUID());
      UUID id = node.add(request);
      node.completed(id, Rule.WAIT);
      node.baton
          .transactions()
          .call(
              transaction -> {
                node.baton.tasks().signal(transaction, id, APPROVAL, new Approval("Ann"));
                return node.baton.tasks().signal(transaction, id, APPROVAL, new Approval("Ann"));
              });
      node.completed(id, Rule.FINISH);
      assertThat(node.add(request)).isEqualTo(id);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(seen).hasSize(1);
    }
  }
}
