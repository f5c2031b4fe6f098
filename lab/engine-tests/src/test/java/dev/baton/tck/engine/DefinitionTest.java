package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.FailureLog;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TypeMetadata;
import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.handler.internal.Definition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the options of a definition other than its handler. */
class DefinitionTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);

  @Test
  void aNodeThatCannotRunATypeLeavesItToOthers() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    TaskDefinition<?, ?> notHere =
        RawDefinition.of("GPU", attempt -> Outcome.failed("ran on the wrong node"))
            .runsHere(
                () -> {
                  asked.incrementAndGet();
                  return false;
                });
    try (TestNode without = TestNode.on(store, with -> with.define(notHere))) {
      UUID id = without.add(TaskRequest.of(TaskType.of("GPU")));
      without.events.await(NodeEvent.Refused.class, refused -> refused.flow().type().equals("GPU"));
      assertThat(without.events.all(TaskEvent.Added.class))
          .noneMatch(TaskEvent.Added::claimedByInsert);
      TaskDefinition<?, ?> here = RawDefinition.of("GPU", attempt -> Outcome.done());
      try (TestNode other = TestNode.on(store, with -> with.define(here.runsHere(() -> true)))) {
        other.completed(id, Rule.FINISH);
      }
      assertThat(without.starts(id)).isZero();
    }
  }

  @Test
  void aNodeThatCanRunATypeAgainFindsWhatWaited() throws Exception {
    AtomicBoolean here = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    TaskDefinition<?, ?> sometimes =
        RawDefinition.of("GPU", attempt -> Outcome.done())
            .runsHere(
                () -> {
                  asked.incrementAndGet();
                  return here.get();
                });
    try (TestNode node = TestNode.on(store, with -> with.define(sometimes))) {
      for (int i = 0; i < 50; i++) {
        node.add(TaskRequest.of(TaskType.of("GPU")));
      }
      UUID id = node.add(TaskRequest.of(TaskType.of("GPU")));
      Waiting.until("several polls asked the policy", () -> asked.get() > 60);
      // Each add and each poll (20 ms) asks once. A loop without a pause would ask without end.
      long polls = node.events.all(NodeEvent.Refused.class).size();
      assertThat(asked.get()).isLessThanOrEqualTo((int) polls + 51 + 10);
      here.set(true);
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void conditionThatThrowsDelaysNeitherAddsNorOtherTypes() throws Exception {
    TaskDefinition<?, ?> broken =
        RawDefinition.of("BROKEN", attempt -> Outcome.done())
            .runsHere(
                () -> {
                  throw new IllegalStateException("no");
                });
    TaskDefinition<?, ?> sound = RawDefinition.of("SOUND", attempt -> Outcome.done());
    try (TestNode node = TestNode.on(store, with -> with.define(broken, sound))) {
      node.add(TaskRequest.of(TaskType.of("BROKEN")));
      node.completed(node.add(TaskRequest.of(TaskType.of("SOUND"))), Rule.FINISH);
    }
  }

  @Test
  void typeLogsItsFailuresAndWhetherAnotherAttemptFollows() throws Exception {
    ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();
    TaskDefinition<?, ?> failing =
        RawDefinition.of(
                "FAILING",
                attempt -> {
                  if (attempt.number() == 1) {
                    return Outcome.retry("asked");
                  }
                  throw new IllegalStateException("thrown");
                })
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(3))
            .logFailure(
                (attempt, error, willRetry) -> {
                  logged.add(attempt.number() + " " + error.getMessage() + " " + willRetry);
                  throw new IllegalStateException("a broken log");
                });
    try (TestNode node = TestNode.on(store, with -> with.define(failing))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("FAILING"))), Rule.STOP_IN_ERROR);
      assertThat(logged).containsExactly("1 asked true", "2 thrown true", "3 thrown false");
    }
  }

  @Test
  void aRolledBackTransactionIsLoggedAndSuccessIsNot() throws Exception {
    ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();
    FailureLog log = (attempt, error, willRetry) -> logged.add(String.valueOf(error.getMessage()));
    TaskDefinition<?, ?> once =
        RawDefinition.transactional(
                "MONEY",
                (attempt, transaction) -> {
                  if (attempt.number() == 1) {
                    throw new IllegalStateException("rolled back");
                  }
                  return Outcome.done();
                })
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(3))
            .logFailure(log);
    try (TestNode node = TestNode.on(store, with -> with.define(once))) {
      node.completed(node.add(TaskRequest.of(TaskType.of("MONEY"))), Rule.FINISH);
      assertThat(logged).containsExactly("rolled back");
    }
  }

  private sealed interface Receipt {
    record Paid(String bank) implements Receipt {}
  }

  private enum Payment {
    NEW
  }

  @Test
  void classThatTheCodecCannotReadStopsTheStart() {
    TaskType<String, Receipt> result = TaskType.of("PAY", String.class, Receipt.class);
    TaskType<String, Void> older =
        TaskType.of("PAY", String.class).version(2).reads(1, Receipt.class, Object::toString);
    TaskType<String, Void> plain = TaskType.of("PAY", String.class);
    StateMachine<String, Void, Payment, Receipt> machine =
        StateMachine.of(plain, Payment.class, Receipt.class)
            .on(Payment.NEW, step -> Outcome.done());
    Map<TaskDefinition<?, ?>, String> refused =
        Map.of(
            TaskDefinition.of(result).handler((text, attempt) -> new Receipt.Paid(text)),
            "Results of type PAY can't be read: No JSON can be read as a ",
            TaskDefinition.of(older).handler((text, attempt) -> {}),
            "Tasks of type PAY can't be read: No JSON can be read as a ",
            TaskDefinition.of(plain).states(machine),
            "Data of tasks of type PAY can't be read: No JSON can be read as a ");
    refused.forEach(
        (definition, message) ->
            assertThatThrownBy(() -> TestNode.on(store, with -> with.define(definition)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message + Receipt.class.getName()));
  }

  @Test
  void descriptionOfATypeCanBeRead() {
    TypeMetadata metadata = TypeMetadata.ownedBy("team payments").criticality(Criticality.HIGH);
    TaskDefinition<?, ?> definition =
        RawDefinition.of("PAY", attempt -> Outcome.done()).metadata(metadata);
    try (TestNode node = TestNode.on(store, with -> with.define(definition))) {
      assertThat(node.baton.definitions())
          .extracting(one -> Definition.of(one).metadata())
          .containsExactly(metadata);
      assertThat(Definition.of(definition).metadata().owner()).isEqualTo("team payments");
      assertThat(Definition.of(definition.deadline(Duration.ofHours(1))).metadata())
          .isEqualTo(metadata);
    }
    assertThat(Definition.of(TaskDefinition.of(TaskType.of("OLD")).retired()).metadata())
        .isEqualTo(TypeMetadata.none());
    assertThatThrownBy(() -> TypeMetadata.ownedBy(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
