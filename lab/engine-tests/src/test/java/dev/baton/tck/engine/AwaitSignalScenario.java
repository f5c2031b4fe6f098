package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Nodes whose handlers await signals, and the answers that those handlers got. */
abstract class AwaitSignalScenario {
  record Approval(String by) {}

  static final SignalType<Approval> APPROVAL = SignalType.of("approval", Approval.class);
  static final Bytes NOTHING = Bytes.of("");
  static final Duration LONG = Duration.ofHours(5);

  final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();
  final AtomicInteger asked = new AtomicInteger();

  TestNode node(TaskDefinition<?, ?> definition) {
    return TestNode.on(
        store, with -> with.define(definition.retry(Retry.fixed(Duration.ZERO).maxAttempts(2))));
  }

  TestNode node(RawHandler.Sync handler) {
    return node(RawDefinition.of("PAY", handler));
  }

  /** Asks once, waits for the answer, and records it. */
  Outcome<?> approved(Attempt attempt) throws Exception {
    attempt.step("ask", () -> asked.incrementAndGet());
    seen.add(attempt.awaitSignal(APPROVAL, LONG));
    return Outcome.done();
  }

  static UUID parked(TestNode node) throws Exception {
    UUID id = node.add(TaskRequest.of(TaskType.of("PAY")));
    node.completed(id, Rule.WAIT);
    return id;
  }

  /** Returns a signal without data. */
  static SignalType<Bytes> bare(String name) {
    return SignalType.of(name, Bytes.class);
  }

  static SignalType<String> text(String name) {
    return SignalType.of(name, String.class);
  }

  /** Sends a signal as another node does, while a handler runs. */
  void send(UUID id) {
    try (TestNode client = TestNode.on(store, with -> with.client())) {
      assertThat(client.baton.tasks().signal(id, bare("approval"), NOTHING))
          .isEqualTo(Delivery.KEPT);
    }
  }

  static String value(Attempt attempt, String name) {
    return attempt.awaitSignal(text(name), LONG).orElse("-");
  }

  static Outcome<?> awaits(Attempt attempt, String name, Duration timeout) {
    attempt.awaitSignal(bare(name), timeout);
    return Outcome.done();
  }

  String errorOf(RawHandler.Sync handler) throws Exception {
    return errorOf(RawDefinition.of("PAY", handler));
  }

  String errorOf(TaskDefinition<?, ?> definition) throws Exception {
    try (TestNode node = TestNode.on(store, with -> with.define(definition.retry(Retry.never())))) {
      String error =
          node.completed(node.add(TaskRequest.of(TaskType.of("PAY"))), Rule.STOP_IN_ERROR).error();
      return String.valueOf(error);
    }
  }

  enum Phase {
    NEW,
    SENT
  }
}
