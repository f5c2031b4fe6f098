package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.LeaseLostException;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests what a handler can read from its attempt. */
final class AttemptTest {
  private static final int TWELVE_MEGABYTES = 12 * 1024 * 1024;

  private final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();

  @Test
  void anAttemptKnowsItsNumberAndWhetherItIsTheLast() throws Exception {
    try (TestNode node =
        failing(attempt -> seen.add(attempt.number() + (attempt.isLast() ? " last" : "")))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))), Rule.STOP_IN_ERROR);
      assertThat(seen).containsExactly("1", "2", "3 last");
    }
  }

  @Test
  void theFencingTokenGrowsWithEveryAttemptAndTheIdempotencyKeyStays() throws Exception {
    ConcurrentLinkedQueue<Long> tokens = new ConcurrentLinkedQueue<>();
    try (TestNode node =
        failing(
            attempt -> {
              tokens.add(attempt.fencingToken());
              seen.add(attempt.idempotencyKey());
            })) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.STOP_IN_ERROR);
      assertThat(List.copyOf(tokens)).hasSize(3).isSorted().doesNotHaveDuplicates();
      assertThat(seen).containsExactly(id.toString(), id.toString(), id.toString());
    }
  }

  @Test
  void payloadsUpToTwelveMegabytesArriveUnchanged() throws Exception {
    byte[] large = new byte[TWELVE_MEGABYTES];
    Arrays.fill(large, (byte) 7);
    List<TaskRequest<?, ?>> requests =
        List.of(
            TaskRequest.of(TaskType.of("T")).key("none"),
            TaskType.of("T", Bytes.class).with(Bytes.of(new byte[0])).key("empty"),
            TaskType.of("T", Bytes.class).with(Bytes.of(large)).key("large"));
    RawHandler.Sync handler =
        attempt -> {
          Bytes payload = attempt.payload();
          boolean right =
              switch (attempt.key()) {
                case "none" -> payload == null;
                case "empty" -> payload.length() == 0;
                default -> payload.equals(Bytes.of(large));
              };
          seen.add(attempt.key() + right);
          return Outcome.done();
        };
    try (TestNode node = running(handler)) {
      node.baton.tasks().addAll(requests);
      node.events.await(TaskEvent.Completed.class, event -> true, 3);
      assertThat(seen).containsExactlyInAnyOrder("nonetrue", "emptytrue", "largetrue");
    }
  }

  @Test
  void theTextOfATaskWithoutPayloadIsRefusedWithItsName() throws Exception {
    try (TestNode node = running(attempt -> Outcome.done(Bytes.of(attempt.payloadText())))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error())
          .contains("Task " + id + " of type T has no payload");
    }
  }

  @Test
  void aCheckpointIsSeenByTheNextAttempt() throws Exception {
    RawHandler.Sync handler =
        attempt -> {
          if (attempt.data() == null) {
            attempt.checkpoint(Bytes.of("row 17"));
            seen.add(attempt.data().toText());
            throw new IllegalStateException("fell");
          }
          return Outcome.done(attempt.data());
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", handler).retry(Retry.fixed(Duration.ofMillis(1)));
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("row 17");
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("row 17"));
    }
  }

  @Test
  void aCheckpointAfterTheTaskWasCancelledIsRefused() throws Exception {
    Gate gate = new Gate();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    RawHandler.Sync handler =
        attempt -> {
          gate.passStubbornly();
          seen.add(attempt.isCancelled());
          try {
            attempt.checkpoint(Bytes.of("x"));
          } catch (LeaseLostException lost) {
            thrown.set(lost);
          }
          return Outcome.done();
        };
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("no more");
      gate.open();
      node.events.await(NodeEvent.LeaseLost.class);
      assertThat(seen).containsExactly(true);
      assertThat(thrown.get()).isInstanceOf(LeaseLostException.class);
      node.assertNothingLeft();
    }
  }

  @Test
  void theTimeLeftShrinksFromTheDeadline() throws Exception {
    RawHandler.Sync handler =
        attempt -> {
          seen.add(attempt.timeLeft());
          return Outcome.done();
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", handler).deadline(Duration.ofMinutes(3));
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("T"))));
      assertThat((Duration) seen.element())
          .isLessThan(Duration.ofMinutes(3))
          .isGreaterThan(Duration.ofMinutes(2));
    }
  }

  @Test
  void handlerSeesAllFieldsOfTheRequest() throws Exception {
    RawHandler.Sync handler =
        a -> {
          seen.add(a.type() + a.subType() + a.key() + a.priority() + a.state() + a.losses());
          return Outcome.done();
        };
    try (TestNode node = running(handler)) {
      TaskRequest<?, ?> request =
          TaskRequest.of(TaskType.of("T")).subType("S").key("k").priority(2).state("BEGUN");
      UUID id = node.add(request);
      node.completed(id);
      assertThat(seen).containsExactly("TSk2BEGUN0");
    }
  }

  @Test
  void anAttemptThatHasEndedWritesNoCheckpoint() throws Exception {
    AtomicReference<Attempt> kept = new AtomicReference<>();
    RawHandler.Sync handler =
        attempt -> {
          kept.set(attempt);
          return new HandlerOutcome.Park<>(When.in(Duration.ofHours(1)), "S", null);
        };
    try (TestNode node = running(handler)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id);
      assertThat(
              org.assertj.core.api.Assertions.catchThrowable(
                  () -> kept.get().checkpoint(Bytes.of("late"))))
          .isInstanceOf(LeaseLostException.class);
      assertThat(node.task(id).position().data()).isNull();
    }
  }

  private TestNode failing(java.util.function.Consumer<Attempt> look) {
    RawHandler.Sync handler =
        attempt -> {
          look.accept(attempt);
          throw new IllegalStateException("always");
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of("T", handler).retry(Retry.fixed(Duration.ZERO).maxAttempts(3));
    return TestNode.start(b -> b.define(definition));
  }

  private static TestNode running(RawHandler.Sync handler) {
    TaskDefinition<?, ?> definition = RawDefinition.of("T", handler).retry(Retry.never());
    return TestNode.start(b -> b.define(definition));
  }
}
