package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.Attempt;
import dev.baton.handler.MoveResult;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.tck.MemorySignalStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests signals to tasks that other nodes may hold. */
final class SignalTest {
  enum Check {
    NEW,
    SENT,
    ANSWERED
  }

  record Document(String name) {}

  record Data(String answer) {}

  private static final TaskType<Document, String> CHECK =
      TaskType.of("CHECK", Document.class, String.class);
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final StateMachine.Reaction<Document, Check, Data> CALLBACK =
      seen ->
          seen.state() == Check.ANSWERED
              ? seen.notWanted()
              : seen.goTo(Check.ANSWERED, new Data("called back"));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final Gate gate = new Gate();
  private final ConcurrentLinkedQueue<String> polls = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Attempt> attempts = new ConcurrentLinkedQueue<>();

  /** Polls at the gate; the answer that it then finds is its own. */
  private final StateMachine<Document, String, Check, Data> check =
      StateMachine.of(CHECK, Check.class, Data.class)
          .on(Check.NEW, step -> step.park(Duration.ofHours(1), Check.SENT, new Data("none yet")))
          .on(
              Check.SENT,
              step -> {
                attempts.add(step.attempt());
                gate.passStubbornly();
                polls.add("cancelled " + step.attempt().isCancelled());
                return step.goTo(Check.ANSWERED, new Data("polled"));
              })
          .on(Check.ANSWERED, step -> Outcome.done(step.dataOr(new Data("nothing")).answer()));

  private TestNode server() {
    return TestNode.on(store, b -> b.define(TaskDefinition.of(CHECK).states(check)));
  }

  @Test
  void signalOnAnotherNodeEjectsTheHolderWithOneWarning() throws Exception {
    try (Warnings warnings = new Warnings();
        TestNode holder =
            TestNode.on(
                store,
                b ->
                    b.define(TaskDefinition.of(CHECK).states(check))
                        .settings(s -> TestNode.QUICK.lease(LEASE)))) {
      UUID id = holder.add(CHECK.with(new Document("passport")).state("SENT"));
      gate.awaitArrival();
      try (TestNode other = server()) {
        assertThat(check.move(other.baton.tasks(), id, CALLBACK))
            .isEqualTo(new MoveResult.Applied(true));
        Waiting.until("done", () -> store.findFinished(id).isPresent());
        assertThat(StoredType.of(CHECK).result(other.finished(id).result()))
            .isEqualTo("called back");
      }
      Attempt old = attempts.remove();
      Waiting.until("the renewal notifies the holder", old::isCancelled);
      gate.open();
      holder.events.await(NodeEvent.LeaseLost.class, event -> event.taskId().equals(id));
      holder.assertNothingLeft();
      assertThat(polls).containsExactly("cancelled true");
      assertThat(StoredType.of(CHECK).result(holder.finished(id).result()))
          .isEqualTo("called back");
      assertThat(warnings.of(id)).hasSize(1);
      assertThat(warnings.of(id).get(0)).contains("from this node").contains("wrote nothing");
    }
  }

  @Test
  void signalOnTheSameNodeCancelsTheHandlerAtOnce() throws Exception {
    ConcurrentLinkedQueue<Boolean> told = new ConcurrentLinkedQueue<>();
    StateMachine<Document, String, Check, Data> waits =
        StateMachine.of(CHECK, Check.class, Data.class)
            .on(
                Check.NEW,
                step -> {
                  try {
                    gate.pass();
                  } catch (InterruptedException interrupted) {
                    told.add(step.attempt().isCancelled());
                    throw interrupted;
                  }
                  return Outcome.done(null);
                })
            .on(Check.SENT, step -> Outcome.done(null))
            .on(Check.ANSWERED, step -> Outcome.done(step.dataOr(new Data("nothing")).answer()));
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(CHECK).states(waits)))) {
      UUID id = node.add(CHECK.with(new Document("passport")));
      gate.awaitArrival();
      assertThat(waits.move(node.baton.tasks(), id, CALLBACK).wasApplied()).isTrue();
      node.completed(id, Rule.FINISH);
      Waiting.until("told", () -> !told.isEmpty());
      assertThat(told).containsExactly(true);
      node.assertNothingLeft();
    }
  }

  @Test
  void signalBeforeThePollMakesThePollUnnecessary() throws Exception {
    try (TestNode node = server()) {
      UUID id = node.add(CHECK.with(new Document("passport")));
      node.completed(id, Rule.WAIT);
      assertThat(check.move(node.baton.tasks(), id, CALLBACK))
          .isEqualTo(new MoveResult.Applied(false));
      node.completed(id, Rule.FINISH);
      assertThat(polls).isEmpty();
      assertThat(StoredType.of(CHECK).result(node.finished(id).result())).isEqualTo("called back");
    }
  }

  @Test
  void signalAfterThePollSeesThePollsResult() throws Exception {
    gate.open();
    try (TestNode node = server()) {
      UUID id = node.add(CHECK.with(new Document("passport")).state("SENT"));
      node.completed(id, Rule.FINISH);
      MoveResult late = check.move(node.baton.tasks(), id, CALLBACK);
      assertThat(late).isEqualTo(new MoveResult.AlreadyFinished(Status.DONE));
      assertThat(StoredType.of(CHECK).result(node.finished(id).result())).isEqualTo("polled");
    }
  }

  @Test
  void unwantedSignalWritesNothing() throws Exception {
    try (TestNode node = server()) {
      UUID id = node.add(CHECK.with(new Document("passport")).state("ANSWERED").onHold());
      Task before = node.task(id);
      assertThat(check.move(node.baton.tasks(), id, CALLBACK))
          .isEqualTo(new MoveResult.NotWanted());
      assertThat(node.task(id)).isEqualTo(before);
      assertThat(check.move(node.baton.tasks(), UUID.randomUUID(), CALLBACK))
          .isEqualTo(new MoveResult.NotFound());
    }
  }

  @Test
  void taskOnHoldKeepsSignalsAndTaskInErrorContinues() throws Exception {
    try (TestNode node = server()) {
      UUID held = node.add(CHECK.with(new Document("held")).onHold());
      check.move(node.baton.tasks(), held, CALLBACK);
      assertThat(node.task(held).position().status()).isEqualTo(Status.BLOCKED);
      node.baton
          .operations()
          .task(held)
          .ifUnchangedSince(node.task(held).position().version())
          .runNow();
      node.completed(held, Rule.FINISH);
      assertThat(StoredType.of(CHECK).result(node.finished(held).result()))
          .isEqualTo("called back");

      UUID broken = node.add(TaskRequest.of(TaskType.of("CHECK")).state("SENT"));
      node.completed(broken, Rule.STOP_IN_ERROR);
      assertThat(
              RowSignals.of(node.baton.tasks())
                  .signal(broken, task -> RowDecision.park(Duration.ofHours(1), "SENT", null)))
          .isEqualTo(new MoveResult.Applied(false));
      assertThat(node.task(broken).position().status()).isEqualTo(Status.WAITING);
    }
  }

  @Test
  void aSignalCountsIfTheCallersTransactionCommits() throws Exception {
    try (TestNode node = server()) {
      UUID id = node.add(CHECK.with(new Document("passport")).state("SENT").onHold());
      Task before = node.task(id);
      assertThatThrownBy(
              () ->
                  node.transactions.call(
                      transaction -> {
                        assertThat(check.move(node.baton.tasks(), id, CALLBACK).wasApplied())
                            .isTrue();
                        throw new IllegalStateException("no business today");
                      }))
          .hasMessage("no business today");
      assertThat(node.task(id)).isEqualTo(before);
      node.transactions.call(
          transaction -> {
            transaction.unwrap(MemoryTransaction.class).effect("answer noted");
            return check.move(node.baton.tasks(), transaction, id, CALLBACK);
          });
      assertThat(node.task(id).position().state()).isEqualTo("ANSWERED");
      assertThat(store.effects()).containsEntry("answer noted", 1);
    }
  }

  @Test
  void clientSendsSignalsToo() throws Exception {
    try (TestNode server = server();
        Baton client =
            Baton.builder(Stores.of(store).signals(new MemorySignalStore(store)))
                .transactions(new MemoryTransactions(store))
                .client()
                .start()) {
      UUID id = server.add(CHECK.with(new Document("passport")).state("SENT"));
      gate.awaitArrival();
      assertThat(check.move(client.tasks(), id, CALLBACK)).isEqualTo(new MoveResult.Applied(true));
      Waiting.until("done", () -> store.findFinished(id).isPresent());
      gate.open();
      server.assertNothingLeft();
    }
  }

  @Test
  void aSignalForAnotherTypeOrToANodeWithoutSignalsIsRefused() throws Exception {
    try (TestNode node =
        TestNode.on(store, b -> b.define(TaskDefinition.of(TaskType.of("OTHER")).retired()))) {
      UUID id = node.add(TaskType.of("OTHER", Bytes.class).with(Bytes.of("{}")).onHold());
      assertThatThrownBy(() -> check.move(node.baton.tasks(), id, CALLBACK))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "is of type OTHER, but the state machine is for tasks of type CHECK");
      try (Baton deaf =
          Baton.builder(Stores.of(store))
              .transactions(new MemoryTransactions(store))
              .client()
              .start()) {
        assertThatThrownBy(
                () -> RowSignals.of(deaf.tasks()).signal(id, task -> RowDecision.notWanted()))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("doesn't have the capability signals");
      }
    }
  }
}
