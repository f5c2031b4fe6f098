package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.codec.Compression;
import dev.baton.api.error.ConfigurationException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.AuditEntry;
import dev.baton.operate.AuditFilter;
import dev.baton.operate.BulkAction;
import dev.baton.operate.BulkReport;
import dev.baton.operate.FoundTask;
import dev.baton.operate.Operations;
import dev.baton.operate.Operations.Verdict;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TimeRange;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.Task;
import dev.baton.task.TaskTraits;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What people find and change, and what is noted of it. */
final class OperationsTest {
  private static final TaskFilter HELD = TaskFilter.all().status(Status.BLOCKED);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
  private final TaskDefinition<?, ?> mail =
      RawDefinition.of(
          "MAIL",
          attempt -> {
            seen.add(attempt.payloadText());
            return Outcome.done();
          });

  @Test
  void aListIsReadPageByPageToItsEnd() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      for (int i = 0; i < 5; i++) {
        node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      }
      Operations operations = node.baton.operations();
      Page<FoundTask> first = operations.find(HELD, null, 3);
      assertThat(first.items()).hasSize(3);
      Page<FoundTask> second = operations.find(HELD, first.next(), 3);
      assertThat(second.items()).hasSize(2).doesNotContainAnyElementsOf(first.items());
      assertThat(second.next()).isNull();
      assertThatThrownBy(() -> operations.find(HELD, null, 501))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1-500");
    }
  }

  @Test
  void eachAttemptTellsItsErrorWhoHeldItAndHowLongItTook() throws Exception {
    AtomicBoolean works = new AtomicBoolean();
    TaskDefinition<?, ?> flaky =
        RawDefinition.of(
                "F",
                attempt -> {
                  if (!works.get()) {
                    works.set(attempt.number() == 2);
                    throw new IllegalStateException("no " + attempt.number());
                  }
                  return Outcome.done();
                })
            .retry(Retry.exponential(Duration.ofMillis(1)).maxAttempts(5));
    try (TestNode node = TestNode.on(store, b -> b.define(flaky))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("F")));
      node.completed(id, Rule.FINISH);
      List<PastAttempt> attempts = node.baton.operations().attempts(id);
      assertThat(attempts).extracting(PastAttempt::number).containsExactly(3, 2, 1);
      assertThat(attempts.get(0).outcome()).isEqualTo(LastOutcome.SUCCESS);
      assertThat(attempts.get(1).error()).contains("no 2");
      assertThat(attempts.get(2).error()).contains("no 1");
      assertThat(attempts)
          .allSatisfy(
              one -> {
                assertThat(one.owner()).isNotNull();
                assertThat(one.took()).isGreaterThanOrEqualTo(Duration.ZERO);
              });
    }
  }

  @Test
  void aPayloadIsMendedAndTheTaskRunsWithIt() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("to bub")).onHold());
      Operations operations = node.baton.operations().as("alice", "ticket 42");
      assertThat(operations.edit(id, 1, Bytes.of("to bob"))).isEqualTo(new Verdict.Applied());
      assertThat(operations.edit(id, 1, Bytes.of("to eve"))).isInstanceOf(Verdict.Stale.class);
      assertThat(operations.release(id, 2)).isEqualTo(new Verdict.Applied());
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("to bob");
      assertThat(operations.edit(id, 4, null)).isInstanceOf(Verdict.NotAllowed.class);
      List<AuditEntry> audit = operations.audit(AuditFilter.all().task(id), null, 10).items();
      assertThat(audit).extracting(AuditEntry::action).containsExactly("RELEASE", "EDIT");
      assertThat(audit)
          .allSatisfy(
              entry -> {
                assertThat(entry.actor()).isEqualTo("alice");
                assertThat(entry.reason()).isEqualTo("ticket 42");
              });
      assertThat(audit.get(0).detail()).isEqualTo("BLOCKED to READY");
      assertThat(audit.get(1).version()).isEqualTo(1);
      assertThat(audit.get(1).detail())
          .contains("6 bytes, SHA-256")
          .doesNotContain("bub")
          .doesNotContain("bob");
    }
  }

  @Test
  void aTypeWritesTheNewPayloadWhateverFormTheOldOneHad() throws Exception {
    TaskType<String, Void> old =
        TaskType.of("MAIL", String.class).version(1).compressed(Compression.GZIP);
    TaskType<String, Void> type = TaskType.of("MAIL", String.class);
    TaskDefinition<?, ?> typed = TaskDefinition.of(type).handler((text, attempt) -> seen.add(text));
    try (TestNode node = TestNode.on(store, b -> b.define(typed))) {
      UUID id = node.add(old.with("a".repeat(1_000)).context("tenant", "t").onHold());
      assertThat(node.task(id).spec().traits().payloadForm()).isEqualTo("v1,gzip");
      Operations operations = node.baton.operations();
      TaskType<String, Void> other = TaskType.of("OTHER", String.class);
      assertThat(operations.edit(id, 1, other, "short")).isInstanceOf(Verdict.NotAllowed.class);
      assertThat(operations.edit(id, 1, type, "short")).isEqualTo(new Verdict.Applied());
      assertThat(node.task(id).spec().context()).containsOnlyKeys("tenant");
      assertThat(node.task(id).spec().traits()).isEqualTo(TaskTraits.NONE);
      operations.release(id, 2);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("short");
    }
  }

  @Test
  void aTaskThatRunsIsNeitherEditedNorMarkedFailed() throws Exception {
    Gate gate = new Gate();
    TaskDefinition<?, ?> blocking =
        RawDefinition.of(
            "B",
            attempt -> {
              gate.pass();
              return Outcome.done();
            });
    try (TestNode node = TestNode.on(store, b -> b.define(blocking))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("B")));
      gate.awaitArrival();
      long version = node.task(id).position().version();
      Operations operations = node.baton.operations();
      assertThat(operations.edit(id, version, Bytes.of("x")))
          .isInstanceOf(Verdict.NotAllowed.class);
      assertThat(operations.prioritize(id, version, 1)).isInstanceOf(Verdict.NotAllowed.class);
      assertThat(operations.fail(id, version, "x")).isInstanceOf(Verdict.NotAllowed.class);
      assertThat(operations.release(id, version)).isInstanceOf(Verdict.NotAllowed.class);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(operations.audit(AuditFilter.all(), null, 10).items()).isEmpty();
    }
  }

  @Test
  void aTaskThatWaitsIsMarkedFailedWithItsReason() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).runIn(Duration.ofHours(1)));
      Operations operations = node.baton.operations();
      assertThat(operations.fail(id, 1, "the partner is gone")).isEqualTo(new Verdict.Applied());
      assertThat(node.finished(id).status()).isEqualTo(Status.FAILED);
      assertThat(node.finished(id).error()).isEqualTo("the partner is gone");
      AuditEntry entry = operations.audit(AuditFilter.all(), null, 10).items().get(0);
      assertThat(entry.actor()).isEqualTo("application");
      assertThat(entry.action()).isEqualTo("FAIL");
      assertThat(entry.reason()).isEqualTo("the partner is gone");
    }
  }

  @Test
  void aMoreUrgentPriorityIsHeededAtOnce() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).runIn(Duration.ofHours(1)));
      assertThat(node.baton.operations().prioritize(id, 1, 0)).isEqualTo(new Verdict.Applied());
      Task task = node.task(id);
      assertThat(task.spec().priority()).isZero();
      assertThat(task.position().status()).isEqualTo(Status.WAITING);
      assertThat(node.baton.operations().prioritize(id, 2, 10))
          .isInstanceOf(Verdict.NotAllowed.class);
    }
  }

  @Test
  void aBulkGivesEachTaskItsVerdictAndRepeatingItChangesNothing() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < 450; i++) {
        ids.add(node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("m" + i)).onHold()));
      }
      Operations operations = node.baton.operations().as("bob");
      List<UUID> told = new ArrayList<>();
      BulkReport report =
          operations.bulk(
              HELD.oldestFirst(),
              new BulkAction.Release(),
              null,
              10_000,
              result -> {
                assertThat(result.verdict()).isEqualTo(new Verdict.Applied());
                return told.add(result.task().id());
              });
      assertThat(report).isEqualTo(new BulkReport(450, 0, null));
      assertThat(told).containsExactlyInAnyOrderElementsOf(ids);
      // One that ends between two pages is found in both.
      Waiting.until("all have ended", () -> store.live().isEmpty());
      BulkReport again =
          operations.bulk(
              TaskFilter.all().ids(Set.copyOf(ids)),
              new BulkAction.Release(),
              null,
              10_000,
              result -> result.verdict() instanceof Verdict.NotAllowed);
      assertThat(again).isEqualTo(new BulkReport(0, 450, null));
      assertThat(seen).hasSize(450);
      assertThat(store.operations().audit(AuditFilter.all().actor("bob"), null, 1_000))
          .hasSize(450);
    }
  }

  @Test
  void aBulkStopsWhenItIsToldOrHasSeenEnoughAndGoesOnFromThere() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      for (int i = 0; i < 450; i++) {
        node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      }
      Operations operations = node.baton.operations();
      BulkAction cancel = new BulkAction.Cancel("not wanted");
      BulkReport first = operations.bulk(HELD, cancel, null, 1_000, result -> false);
      assertThat(first.applied()).isEqualTo(200);
      assertThat(first.next()).isNotNull();
      BulkReport second = operations.bulk(HELD, cancel, first.next(), 30, result -> true);
      assertThat(second.applied()).isEqualTo(30);
      assertThat(second.next()).isNotNull();
      BulkReport rest = operations.bulk(HELD, cancel, second.next(), 1_000, result -> true);
      assertThat(rest).isEqualTo(new BulkReport(220, 0, null));
      assertThat(store.live()).isEmpty();
      assertThatThrownBy(() -> operations.bulk(HELD, cancel, null, 0, result -> true))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void finishedTasksRunAgainInBulk() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("twice")));
      node.completed(id, Rule.FINISH);
      BulkReport report =
          node.baton
              .operations()
              .bulk(
                  TaskFilter.all().status(Status.DONE),
                  new BulkAction.RunAgain(null),
                  null,
                  10,
                  result -> true);
      assertThat(report.applied()).isEqualTo(1);
      Waiting.until("it has run twice", () -> seen.size() == 2);
    }
  }

  @Test
  void manyRunAgainOnlyIfTheFilterNamesAStatusOrIds() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("once")));
      node.completed(id, Rule.FINISH);
      Operations operations = node.baton.operations();
      BulkAction again = new BulkAction.RunAgain(null);
      for (TaskFilter wide :
          List.of(
              TaskFilter.all(),
              TaskFilter.all().type("MAIL"),
              TaskFilter.all()
                  .status(Status.DONE, Status.values())
                  .finished(new TimeRange(Instant.EPOCH, null)))) {
        assertThatThrownBy(() -> operations.bulk(wide, again, null, 10, result -> true))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("status")
            .hasMessageContaining("done twice");
      }
      assertThat(seen).hasSize(1);
      TaskFilter named = TaskFilter.all().ids(Set.of(id));
      assertThat(operations.bulk(named, again, null, 10, result -> true).applied()).isEqualTo(1);
      Waiting.until("it has run twice", () -> seen.size() == 2);
    }
  }

  @Test
  void withoutAStoreForOperationsSingleTasksAreMovedAndTheRestIsToldWhy() {
    MemoryTaskStore bare = new MemoryTaskStore(LivedTime.CLOCK);
    try (Baton node =
        Baton.builder(Stores.of(bare))
            .transactions(new MemoryTransactions(bare))
            .client()
            .start()) {
      UUID id = node.tasks().add(TaskRequest.of(TaskType.of("X"))).taskId();
      Operations operations = node.operations();
      assertThat(operations.hold(id, 1)).isEqualTo(new Verdict.Applied());
      assertThatThrownBy(() -> operations.find(TaskFilter.all(), null, 10))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("operations(...)");
      assertThatThrownBy(() -> operations.edit(id, 2, Bytes.of("x")))
          .isInstanceOf(ConfigurationException.class);
    }
  }
}
