package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.Batch;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.ConfigurationException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.limit.Limit;
import dev.baton.schedule.Schedule;
import dev.baton.spi.Stores;
import dev.baton.spi.Transactions;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.engine.UnreliableStore.Verb;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Tests a node whose store supports only the core: it runs tasks, and refuses the rest with a clear
 * message.
 */
final class CoreStoreTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final UnreliableStore way = new UnreliableStore(store);
  private final TaskDefinition<?, ?> plain = RawDefinition.of("T", attempt -> Outcome.done());

  @Test
  void aTaskRunsWithoutTransactions() throws Exception {
    try (TestNode node = core(plain)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      UUID elsewhere = node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      node.completed(elsewhere, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void addWithALostResponseRunsAnyway() throws Exception {
    try (TestNode node = core(plain)) {
      UUID id = UUID.randomUUID();
      way.loseAnswers(Verb.INSERT, 1);
      TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("T")).id(id);
      assertThatThrownBy(() -> node.add(request)).isInstanceOf(StoreUnavailableException.class);
      node.completed(id, Rule.FINISH);
      assertThat(node.starts(id)).isEqualTo(1);
      node.assertNothingLeft();
    }
  }

  @Test
  void endWrittenBeforeItsBatchWasRefusedIsNotLost() throws Exception {
    try (TestNode node = core(plain)) {
      way.refuseWritten(1);
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(id, Rule.FINISH);
      node.assertNothingLeft();
    }
  }

  @Test
  void startRefusesAllUnsupportedDefinitionsAndSchedulesAtOnce() {
    TaskDefinition<?, ?> transactional =
        RawDefinition.transactional("PAY", (attempt, transaction) -> Outcome.done());
    TaskDefinition<?, ?> limited = plain.limits(Limit.cluster("bank", 3));
    refused(() -> core(transactional), "transactional handler of type PAY", "transactions");
    refused(() -> core(limited), "cluster limit of type T", "capability limits");
    TaskDefinition<?, ?> keeping = plain.keepRuns(3);
    refused(() -> core(keeping), "keepRuns(...) of type T", "capability notes");
    refused(
        () ->
            node(
                b ->
                    b.define(transactional, limited)
                        .schedule(
                            Schedule.fixedRate("nightly", Duration.ofHours(1))
                                .adds(TaskRequest.of(TaskType.of("T"))))),
        "for 3 reasons",
        "type PAY",
        "type T",
        "[nightly]",
        "Stores.schedules(...)");
  }

  @Test
  void transactionsThatTheStoreCantWriteInAreRefused() {
    refused(
        () -> node(b -> b.define(plain).transactions(new MemoryTransactions(store))),
        "transactions(...) of the builder",
        "capability transactions",
        "Leave it out");
  }

  @Test
  void callsThatNeedMoreAreRefusedBeforeAnythingIsWritten() {
    try (TestNode node = core(plain)) {
      UUID some = UUID.randomUUID();
      refused(
          () -> node.add(TaskRequest.of(TaskType.of("T")).waitForDone(List.of(some))),
          "waits for others",
          "waits");
      refused(
          () -> node.add(TaskRequest.of(TaskType.of("T")).label("a", "b")),
          "has labels",
          "operations");
      refused(
          () ->
              node.add(
                  TaskRequest.of(TaskType.of("T")).unique(Unique.id(some), Conflict.runAgain())),
          "A conflict other than Conflict.join()",
          "capability resubmissions");
      refused(
          () -> RowSignals.of(node.baton.tasks()).signal(some, task -> RowDecision.notWanted()),
          "A signal",
          "capability signals");
      refused(
          () -> node.baton.operations().overrides().active(),
          "An override",
          "capability overrides",
          "Stores.overrides(...)");
      refused(
          () -> node.baton.tasks().addBatch(Batch.of(List.of(TaskRequest.of(TaskType.of("T"))))),
          "A batch");
      assertThat(store.firstOfEachFlow("default", null, 10)).isEmpty();
    }
  }

  @Test
  void nextTaskWithItsOwnIdIsAddedBeforeTheEnd() throws Exception {
    UUID next = UUID.randomUUID();
    TaskDefinition<?, ?> chained =
        RawDefinition.of(
            "T", attempt -> Outcome.next(TaskRequest.of(TaskType.of("NEXT")).id(next)));
    TaskDefinition<?, ?> last = RawDefinition.of("NEXT", attempt -> Outcome.done());
    try (TestNode node = core(chained, last)) {
      UUID first = node.add(TaskRequest.of(TaskType.of("T")));
      UUID again = node.add(TaskRequest.of(TaskType.of("T")));
      node.completed(first, Rule.FINISH);
      node.completed(again, Rule.FINISH);
      node.completed(next, Rule.FINISH);
      assertThat(node.starts(next)).isEqualTo(1);
    }
  }

  @Test
  void unsupportedOutcomeStopsItsTaskInErrorWithAMessage() throws Exception {
    TaskDefinition<?, ?> chained =
        RawDefinition.of("T", attempt -> Outcome.next(TaskRequest.of(TaskType.of("NEXT"))));
    try (TestNode node = core(chained)) {
      UUID id = node.add(TaskRequest.of(TaskType.of("T")));
      Waiting.until("it stops", () -> node.task(id).position().status() == Status.ERROR);
    }
  }

  private TestNode core(TaskDefinition<?, ?>... definitions) {
    return node(b -> b.define(definitions));
  }

  private TestNode node(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(
        store,
        b -> with.apply(b.stores(s -> Stores.ofCore(way)).transactions(Transactions.none())));
  }

  private static void refused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(words);
  }
}
