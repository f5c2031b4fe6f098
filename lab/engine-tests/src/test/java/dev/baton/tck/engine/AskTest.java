package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.SignalType;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.LeaseLostException;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Reconciler;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests tasks whose reconciler must say, after a crash, whether their effect happened. */
final class AskTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore link = new UnreliableStore(store);
  private final Gate gate = new Gate();
  private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();

  /**
   * Returns a type whose first attempt crashes at the gate, before or after its mark; later
   * attempts end well.
   */
  private TaskDefinition<Void, Bytes> definition(
      boolean marks, Reconciler<Void, Bytes> reconciler) {
    return handling(marks)
        .onLost(
            OnLost.ask(
                (payload, attempt) -> {
                  calls.add("asked " + attempt.losses());
                  return reconciler.reconcile(payload, attempt);
                }));
  }

  /** Returns such a type, whose handler marks its effect or should have. */
  private TaskDefinition<?, ?> marked(boolean marks) {
    return handling(marks)
        .onLost(
            OnLost.askIfMarked(
                (payload, attempt) -> {
                  calls.add("asked " + attempt.losses());
                  return Reconciliation.happened(Outcome.done(null));
                }));
  }

  private TaskDefinition<Void, Bytes> handling(boolean marks) {
    return TaskDefinition.of(TaskType.of("T", Void.class, Bytes.class))
        .handler(
            (none, attempt) -> {
              calls.add("handler " + attempt.losses());
              if (marks) {
                attempt.markIrreversible();
              }
              if (attempt.losses() == 0 && attempt.number() == 1) {
                gate.passStubbornly();
              }
              return Bytes.of("handled");
            })
        .retry(Retry.fixed(Duration.ZERO).maxAttempts(4));
  }

  /** Makes a node crash with the task, and lets another node take the task over. */
  private UUID takenOver(TaskDefinition<?, ?> definition, Rule end) throws Exception {
    return takenOver(definition, TaskRequest.of(TaskType.of("T")), end);
  }

  private UUID takenOver(TaskDefinition<?, ?> definition, TaskRequest<?, ?> request, Rule end)
      throws Exception {
    try (TestNode falls =
        TestNode.on(
            store,
            b ->
                b.stores(s -> s.tasks(link))
                    .define(definition)
                    .settings(s -> TestNode.SHORT_LEASE))) {
      UUID id = falls.add(request);
      gate.awaitArrival();
      link.away(true);
      try (TestNode other = TestNode.on(store, b -> b.define(definition))) {
        other.completed(id, end);
        return id;
      } finally {
        link.away(false);
        gate.open();
      }
    }
  }

  @Test
  void anEffectThatHappenedIsNotRepeated() throws Exception {
    UUID id =
        takenOver(
            definition(
                false, (p, a) -> Reconciliation.happened(Outcome.done(Bytes.of("it was there")))),
            Rule.FINISH);
    assertThat(calls).containsExactly("handler 0", "asked 1");
    assertThat(store.findFinished(id).orElseThrow().result()).isEqualTo(Bytes.of("it was there"));
  }

  @Test
  void aReconcilerOfATypeGetsItsPayload() throws Exception {
    TaskType<String, Void> type = TaskType.of("T", String.class);
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(type)
            .handler((payload, attempt) -> gate.passStubbornly())
            .onLost(
                OnLost.ask(
                    (payload, attempt) -> {
                      calls.add("asked about " + payload);
                      return Reconciliation.happened();
                    }));
    takenOver(definition, type.with("rent"), Rule.FINISH);
    assertThat(calls).containsExactly("asked about rent");
  }

  @Test
  void anEffectThatDidNotHappenIsMadeByTheHandler() throws Exception {
    takenOver(definition(false, (p, a) -> Reconciliation.notHappened()), Rule.FINISH);
    assertThat(calls).containsExactly("handler 0", "asked 1", "handler 1");
  }

  @Test
  void operatorDecidesWhenTheReconcilerDoesNotKnow() throws Exception {
    TaskDefinition<?, ?> definition =
        definition(false, (p, a) -> Reconciliation.unknown("the bank is silent"));
    UUID id = takenOver(definition, Rule.STOP_IN_ERROR);
    assertThat(store.find(id).orElseThrow().position().status()).isEqualTo(Status.ERROR);
    try (TestNode node = TestNode.on(store, b -> b.define(definition))) {
      node.baton.operations().task(id).ifUnchangedSince(node.task(id).position().version()).retry();
      node.completed(id, Rule.FINISH);
    }
    assertThat(calls).containsExactly("handler 0", "asked 1", "handler 0");
  }

  @Test
  void reconcilerThatThrowsRunsAgainBeforeTheHandler() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    takenOver(
        definition(
            false,
            (payload, attempt) -> {
              if (asked.incrementAndGet() < 3) {
                throw new IllegalStateException("the bank is away");
              }
              return Reconciliation.notHappened();
            }),
        Rule.FINISH);
    assertThat(calls).containsExactly("handler 0", "asked 1", "asked 1", "asked 1", "handler 1");
  }

  @Test
  void onlyAttemptsThatTheDeadlineEndsAreReconciled() throws Exception {
    TaskDefinition.OutcomeHandler<Void, Void> handler =
        (none, attempt) -> {
          calls.add("handler " + attempt.number());
          if (attempt.number() == 1) {
            throw new IllegalStateException("nothing was done");
          }
          gate.pass();
          return Outcome.done();
        };
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(TaskType.of("T"))
            .outcome(handler)
            .retry(Retry.fixed(Duration.ZERO).maxAttempts(4))
            .deadline(Duration.ofSeconds(1))
            .onLost(
                OnLost.ask(
                    (payload, attempt) -> {
                      calls.add("asked " + attempt.number());
                      return Reconciliation.happened();
                    }));
    try (TestNode node = TestNode.on(store, b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      assertThat(calls).containsExactly("handler 1", "handler 2", "asked 3");
    }
  }

  @Test
  void taskThatCrashedBeforeItsMarkIsResumedWithoutReconciling() throws Exception {
    takenOver(marked(false), Rule.FINISH);
    assertThat(calls).containsExactly("handler 0", "handler 1");
  }

  @Test
  void taskThatCrashedAfterItsMarkIsReconciled() throws Exception {
    takenOver(marked(true), Rule.FINISH);
    assertThat(calls).containsExactly("handler 0", "asked 1");
  }

  @Test
  void typeThatIsNeverResumedIsResumedBeforeItsMark() throws Exception {
    for (boolean marks : List.of(false, true)) {
      RawHandler.Sync handler =
          attempt -> {
            if (marks) {
              attempt.markIrreversible();
            }
            if (attempt.losses() == 0) {
              gate.pass();
            }
            return Outcome.done();
          };
      TaskDefinition<?, ?> once =
          RawDefinition.of("T", handler).retry(Retry.never()).onLost(OnLost.stopIfMarked());
      try (TestNode falls =
          TestNode.on(
              store,
              b -> b.stores(s -> s.tasks(link)).define(once).settings(s -> TestNode.SHORT_LEASE))) {
        UUID id = falls.add(TaskRequest.of(TaskType.of("T")));
        gate.awaitArrival();
        link.away(true);
        try (TestNode other = TestNode.on(store, b -> b.define(once))) {
          other.events.await(
              NodeEvent.Swept.class,
              event -> event.rule() == (marks ? Rule.LOST_TO_ERROR : Rule.LOST));
          if (!marks) {
            other.completed(id, Rule.FINISH);
          } else {
            assertThat(other.task(id).position().status()).isEqualTo(Status.ERROR);
          }
        }
        link.away(false);
      }
    }
  }

  @Test
  void shutdownReleasesTheTaskOnlyBeforeItsMark() throws Exception {
    for (boolean marks : List.of(false, true)) {
      TaskDefinition<?, ?> once =
          RawDefinition.of(
                  "T",
                  attempt -> {
                    if (marks) {
                      attempt.markIrreversible();
                    }
                    gate.pass();
                    return Outcome.done();
                  })
              .retry(Retry.never())
              .onLost(OnLost.stopIfMarked());
      try (TestNode node = TestNode.on(store, b -> b.define(once))) {
        UUID id = node.add(TaskRequest.of(TaskType.of("T")));
        gate.awaitArrival();
        node.baton.stop(Duration.ZERO);
        assertThat(store.find(id).orElseThrow().position().status())
            .isEqualTo(marks ? Status.ERROR : Status.READY);
        assertThat(
                node.baton
                    .operations()
                    .task(id)
                    .ifUnchangedSince(store.find(id).orElseThrow().position().version())
                    .cancel("cleared"))
            .matches(ChangeResult::isDone);
      }
    }
  }

  @Test
  void aMarkOfAnAttemptThatHasLostItsTaskIsRefused() throws Exception {
    ConcurrentLinkedQueue<String> marks = new ConcurrentLinkedQueue<>();
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
                "T",
                attempt -> {
                  gate.passStubbornly();
                  try {
                    attempt.markIrreversible();
                    marks.add("marked");
                  } catch (LeaseLostException lost) {
                    marks.add("refused");
                  }
                  return Outcome.done();
                })
            .onLost(OnLost.stopIfMarked());
    try (TestNode node = TestNode.on(store, b -> b.define(definition))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      gate.awaitArrival();
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("called off");
      gate.open();
      node.assertNothingLeft();
      assertThat(marks).containsExactly("refused");
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
    }
  }

  @Test
  void aReconcilerAwaitsNoSignal() throws Exception {
    TaskDefinition<?, ?> awaits =
        definition(
            true,
            (payload, attempt) -> {
              attempt.awaitSignal(SignalType.of("answer", Bytes.class), Duration.ofHours(1));
              return Reconciliation.notHappened();
            });
    UUID id = takenOver(awaits, Rule.STOP_IN_ERROR);
    assertThat(store.operations().attempts(id, 1).get(0).error())
        .contains("a reconciler can't wait");
  }
}
