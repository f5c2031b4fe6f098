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
import dev.baton.operate.BulkControl;
import dev.baton.operate.BulkPreview;
import dev.baton.operate.BulkReport;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.Operations;
import dev.baton.operate.Page;
import dev.baton.operate.PastAttempt;
import dev.baton.operate.TaskContent;
import dev.baton.operate.TaskControl;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.TimeRange;
import dev.baton.spi.Stores;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.row.TaskTraits;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what operators find and change, and what the audit records. */
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
      Page<TaskInfo> first = operations.search(HELD).page(3);
      assertThat(first.items()).hasSize(3);
      Page<TaskInfo> second = operations.search(HELD).from(first.next().orElseThrow()).page(3);
      assertThat(second.items()).hasSize(2);
      assertThat(second.next()).isEmpty();
      List<UUID> all = new ArrayList<>();
      for (TaskInfo task : operations.search(HELD)) {
        all.add(task.id());
      }
      assertThat(Stream.of(first, second).flatMap(page -> page.items().stream()))
          .extracting(TaskInfo::id)
          .containsExactlyElementsOf(all)
          .hasSize(5)
          .doesNotHaveDuplicates();
      assertThat(operations.search(HELD).from(first.next().orElseThrow()).stream()).hasSize(2);
      assertThat(operations.search(HELD).first().orElseThrow().id()).isEqualTo(all.get(0));
      assertThat(operations.search(HELD.type("OTHER")).first()).isEmpty();
      assertThatThrownBy(() -> operations.search(HELD).page(501))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1-500");
    }
  }

  @Test
  void eachAttemptHasItsErrorItsNodeAndItsDuration() throws Exception {
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
      List<PastAttempt> attempts = node.baton.operations().task(id).attempts();
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
  void taskRunsWithItsCorrectedPayload() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("to bub")).onHold());
      Operations operations = node.baton.operations().by("alice", "ticket 42");
      assertThat(operations.task(id).ifUnchangedSince(1).edit(Bytes.of("to bob")))
          .matches(ChangeResult::isDone);
      assertThat(operations.task(id).ifUnchangedSince(1).edit(Bytes.of("to eve")))
          .matches(ChangeResult::isStale);
      assertThat(operations.task(id).ifUnchangedSince(2).release()).matches(ChangeResult::isDone);
      node.completed(id, Rule.FINISH);
      assertThat(seen).containsExactly("to bob");
      assertThat(operations.task(id).ifUnchangedSince(4).edit(Bytes.of("x")))
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      List<AuditEntry> audit = operations.audit(AuditFilter.all().task(id)).page(10).items();
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
      assertThat(operations.task(id).ifUnchangedSince(1).edit(other, "short"))
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      assertThat(operations.task(id).ifUnchangedSince(1).edit(type, "short"))
          .matches(ChangeResult::isDone);
      assertThat(node.task(id).spec().context()).containsOnlyKeys("tenant");
      assertThat(node.task(id).spec().traits()).isEqualTo(TaskTraits.NONE);
      operations.task(id).ifUnchangedSince(2).release();
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
      assertThat(operations.task(id).ifUnchangedSince(version).edit(Bytes.of("x")))
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      assertThat(operations.task(id).ifUnchangedSince(version).prioritize(1))
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      assertThat(operations.task(id).ifUnchangedSince(version).fail("x"))
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      assertThat(operations.task(id).ifUnchangedSince(version).release())
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(operations.audit(AuditFilter.all()).page(10).items()).isEmpty();
    }
  }

  @Test
  void aTaskThatWaitsIsMarkedFailedWithItsReason() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).runIn(Duration.ofHours(1)));
      Operations operations = node.baton.operations();
      assertThat(operations.task(id).ifUnchangedSince(1).fail("the partner is gone"))
          .matches(ChangeResult::isDone);
      assertThat(node.finished(id).status()).isEqualTo(Status.FAILED);
      assertThat(node.finished(id).error()).isEqualTo("the partner is gone");
      AuditEntry entry = operations.audit(AuditFilter.all()).page(10).items().get(0);
      assertThat(entry.actor()).startsWith("node ");
      assertThat(entry.action()).isEqualTo("FAIL");
      assertThat(entry.reason()).isEqualTo("the partner is gone");
    }
  }

  @Test
  void higherPriorityTakesEffectAtOnce() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).runIn(Duration.ofHours(1)));
      assertThat(node.baton.operations().task(id).ifUnchangedSince(1).prioritize(0))
          .matches(ChangeResult::isDone);
      Task task = node.task(id);
      assertThat(task.spec().priority()).isZero();
      assertThat(task.position().status()).isEqualTo(Status.WAITING);
      assertThat(node.baton.operations().task(id).ifUnchangedSince(2).prioritize(10))
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
    }
  }

  @Test
  void bulkReportsEachTaskAndRepeatingItChangesNothing() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      List<UUID> ids = new ArrayList<>();
      for (int i = 0; i < 450; i++) {
        ids.add(node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("m" + i)).onHold()));
      }
      Operations operations = node.baton.operations().by("bob");
      List<UUID> told = new ArrayList<>();
      BulkReport report =
          operations
              .bulk(HELD.oldestFirst())
              .onEach(
                  one -> {
                    assertThat(one.result()).matches(ChangeResult::isDone);
                    told.add(one.taskId());
                  })
              .release();
      assertThat(report).isEqualTo(new BulkReport(450, 450, 0, Optional.empty()));
      assertThat(told).containsExactlyInAnyOrderElementsOf(ids);
      // A task that ends between two pages is found in both.
      Waiting.until("all have ended", () -> store.live().isEmpty());
      BulkReport again = operations.bulk(TaskFilter.all().ids(Set.copyOf(ids))).release();
      assertThat(again).isEqualTo(new BulkReport(450, 0, 450, Optional.empty()));
      assertThat(seen).hasSize(450);
      assertThat(store.operations().audit(AuditFilter.all().actor("bob"), null, 1_000))
          .hasSize(450);
    }
  }

  @Test
  void aBulkStopsWhenItHasSeenEnoughAndContinuesFromThere() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      for (int i = 0; i < 450; i++) {
        node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      }
      Operations operations = node.baton.operations();
      BulkControl held = operations.bulk(HELD);
      BulkReport first = held.atMost(200).cancel("not wanted");
      assertThat(first.changed()).isEqualTo(200);
      BulkReport second = held.from(first.next().orElseThrow()).atMost(30).cancel("not wanted");
      assertThat(second.changed()).isEqualTo(30);
      BulkReport rest = held.from(second.next().orElseThrow()).cancel("not wanted");
      assertThat(rest).isEqualTo(new BulkReport(220, 220, 0, Optional.empty()));
      assertThat(store.live()).isEmpty();
      assertThatThrownBy(() -> held.atMost(0)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aDryRunCountsWhatWouldChangeAndChangesNothing() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      for (int i = 0; i < 3; i++) {
        node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      }
      UUID waits = node.add(TaskRequest.of(TaskType.of("MAIL")).runIn(Duration.ofHours(1)));
      Operations operations = node.baton.operations();
      List<BulkReport.Result> told = new ArrayList<>();
      BulkControl all = operations.bulk(TaskFilter.all().type("MAIL")).onEach(told::add);
      assertThat(all.dryRun().release()).isEqualTo(new BulkPreview(4, 3, 1, Optional.empty()));
      assertThat(told).hasSize(4).noneMatch(one -> one.result().isDone());
      assertThat(told)
          .filteredOn(one -> !one.result().wouldChange())
          .singleElement()
          .satisfies(
              one -> {
                assertThat(one.taskId()).isEqualTo(waits);
                assertThat(one.result().reason()).contains("WAITING");
              });
      assertThat(store.live()).hasSize(4).allMatch(task -> task.position().version() == 1);
      assertThat(operations.audit(AuditFilter.all())).isEmpty();
    }
  }

  @Test
  void bulkOfEveryTaskNeedsALimit() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      BulkControl all = node.baton.operations().bulk(TaskFilter.all());
      assertThatThrownBy(() -> all.cancel("all of them"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("atMost");
      assertThat(all.dryRun().cancel("all of them").matched()).isEqualTo(1);
      assertThat(store.live()).hasSize(1);
      assertThat(all.atMost(10).cancel("all of them").changed()).isEqualTo(1);
    }
  }

  @Test
  void aChangeWithoutAVersionAppliesToTheTaskAsItIs() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      TaskControl task = node.baton.operations().task(id);
      assertThat(task.prioritize(3)).matches(ChangeResult::isDone);
      assertThat(task.rescheduleIn(Duration.ofHours(1))).matches(ChangeResult::isDone);
      ChangeResult early = task.retry();
      assertThat(early.kind()).isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      assertThat(early.reason())
          .isEqualTo(
              "Only a task in ERROR can be retried, and it is WAITING. Use runNow(),"
                  + " rescheduleIn(...) or rescheduleAt(...)");
      assertThat(task.runAgain().reason())
          .isEqualTo("Only a task that has ended can run again, and it is WAITING");
      assertThat(task.cancel("not wanted")).matches(ChangeResult::isDone);
      assertThat(node.finished(id).version()).isEqualTo(4);
      ChangeResult late = task.hold();
      assertThat(late.kind()).isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      assertThat(late.reason()).isEqualTo("It has ended CANCELLED");
      assertThat(task.runAgainIn(Duration.ofHours(1))).matches(ChangeResult::isDone);
      assertThat(node.baton.operations().task(new UUID(0, 1)).hold().kind())
          .isEqualTo(ChangeResult.Kind.NOT_FOUND);
    }
  }

  @Test
  void changesWithoutAVersionAreMadeDespiteOtherChanges() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).onHold());
      TaskControl task = node.baton.operations().task(id);
      List<ChangeResult> results = Collections.synchronizedList(new ArrayList<>());
      List<Thread> operators = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Thread operator =
            new Thread(
                () -> {
                  for (int n = 0; n < 500; n++) {
                    results.add(task.prioritize(n % 10));
                  }
                });
        operator.start();
        operators.add(operator);
      }
      for (Thread operator : operators) {
        operator.join();
      }
      assertThat(results).hasSize(1_000).allMatch(ChangeResult::isDone);
      assertThat(node.task(id).position().version()).isEqualTo(1_001);
    }
  }

  @Test
  void aChangeUnderAnOlderVersionShowsTheTaskAsItIsNow() {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("MAIL")).label("partner", "acme").onHold());
      Operations operations = node.baton.operations();
      TaskInfo seen = operations.find(id).orElseThrow();
      operations.task(id).prioritize(2);
      ChangeResult stale =
          operations.task(id).ifUnchangedSince(seen.version()).rescheduleIn(Duration.ofHours(1));
      assertThat(stale).matches(ChangeResult::isStale);
      assertThat(stale.reason()).contains("version 1").contains("version 2").contains("BLOCKED");
      TaskInfo now = stale.current().orElseThrow();
      assertThat(now.version()).isEqualTo(2);
      assertThat(now.priority()).isEqualTo(2);
      assertThat(now.labels()).containsOnly(Map.entry("partner", "acme"));
      assertThat(node.task(id).position().status()).isEqualTo(Status.BLOCKED);
    }
  }

  @Test
  void aTaskIsSeenWithItsLatestErrorLiveOrFinished() throws Exception {
    TaskDefinition<?, ?> broken =
        RawDefinition.of(
                "F",
                attempt -> {
                  throw new IllegalStateException("no " + "x".repeat(600));
                })
            .retry(Retry.never());
    try (TestNode node = TestNode.on(store, b -> b.define(broken))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("F")).key("k").subType("s"));
      node.completed(id);
      Operations operations = node.baton.operations();
      TaskInfo live = operations.find(id).orElseThrow();
      assertThat(live.status()).isEqualTo(Status.ERROR);
      assertThat(live.key()).isEqualTo("k");
      assertThat(live.subType()).contains("s");
      assertThat(live.error().orElseThrow()).contains("no xxx").hasSizeGreaterThan(600);
      TaskInfo listed = operations.search(TaskFilter.all().type("F")).first().orElseThrow();
      assertThat(listed.error().orElseThrow()).contains("no xxx").hasSize(500);
      assertThat(listed.changedAt()).isEqualTo(live.changedAt());
      operations.task(id).fail("nobody needs it");
      TaskInfo ended = operations.find(id).orElseThrow();
      assertThat(ended).matches(TaskInfo::isFinished);
      assertThat(ended.error()).contains("nobody needs it");
      assertThat(ended.finishedAt()).contains(ended.changedAt());
      assertThat(operations.find(new UUID(0, 1))).isEmpty();
    }
  }

  @Test
  void payloadOfATaskIsReadByItsType() throws Exception {
    TaskType<String, Integer> type =
        TaskType.of("LENGTH", String.class, Integer.class).compressed(Compression.GZIP);
    TaskDefinition<?, ?> length = TaskDefinition.of(type).handler((text, attempt) -> text.length());
    try (TestNode node = TestNode.on(store, b -> b.define(length))) {
      String text = "a".repeat(1_000);
      UUID id = node.add(type.with(text).context("tenant", "t"));
      node.completed(id, Rule.FINISH);
      TaskContent content = node.baton.operations().task(id).content().orElseThrow();
      assertThat(content.payload(type)).isEqualTo(text);
      assertThat(content.payload().orElseThrow().toText()).contains(text);
      assertThat(content.result(type)).contains(1_000);
      assertThat(content.context()).containsOnly(Map.entry("tenant", "t"));
      assertThat(content.toString()).doesNotContain("aaa");
      assertThatThrownBy(() -> content.payload(TaskType.of("OTHER", String.class)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("LENGTH");
      assertThat(node.baton.operations().task(new UUID(0, 1)).content()).isEmpty();
    }
  }

  @Test
  void pageEditsAPayloadInItsStoredForm() {
    TaskType<String, Void> type = TaskType.of("MAIL", String.class).compressed(Compression.GZIP);
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(type.with("a".repeat(1_000)).onHold());
      TaskControl task = node.baton.operations().task(id);
      Bytes other = Bytes.of('"' + "b".repeat(1_000) + '"');
      assertThat(task.edit(other)).matches(ChangeResult::isDone);
      assertThat(node.task(id).spec().traits().payloadForm()).isEqualTo("v1,gzip");
      assertThat(node.task(id).spec().payload().length()).isLessThan(500);
      assertThat(task.content().orElseThrow().payload()).contains(other);
    }
  }

  @Test
  void finishedTasksRunAgainInBulk() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("twice")));
      node.completed(id, Rule.FINISH);
      BulkReport report =
          node.baton.operations().bulk(TaskFilter.all().status(Status.DONE)).runAgain();
      assertThat(report.changed()).isEqualTo(1);
      Waiting.until("it has run twice", () -> seen.size() == 2);
    }
  }

  @Test
  void manyRunAgainOnlyIfTheFilterNamesAStatusOrIds() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(mail))) {
      UUID id = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("once")));
      node.completed(id, Rule.FINISH);
      Operations operations = node.baton.operations();
      for (TaskFilter wide :
          List.of(
              TaskFilter.all(),
              TaskFilter.all().type("MAIL"),
              TaskFilter.all()
                  .status(Status.DONE, Status.values())
                  .finished(new TimeRange(Instant.EPOCH, null)))) {
        assertThatThrownBy(() -> operations.bulk(wide).atMost(10).runAgain())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("status")
            .hasMessageContaining("run a second time");
      }
      assertThat(seen).hasSize(1);
      TaskFilter named = TaskFilter.all().ids(Set.of(id));
      assertThat(operations.bulk(named).runAgain().changed()).isEqualTo(1);
      Waiting.until("it has run twice", () -> seen.size() == 2);
    }
  }

  @Test
  void withoutAnOperationsStoreOnlySingleTasksCanBeChanged() {
    MemoryTaskStore bare = new MemoryTaskStore(LivedTime.CLOCK);
    try (Baton node =
        Baton.builder(Stores.of(bare))
            .transactions(new MemoryTransactions(bare))
            .client()
            .start()) {
      UUID id = node.tasks().add(TaskRequest.of(TaskType.of("X"))).taskId();
      Operations operations = node.operations();
      assertThat(operations.task(id).ifUnchangedSince(1).hold()).matches(ChangeResult::isDone);
      assertThatThrownBy(() -> operations.search(TaskFilter.all()).page(10))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("operations(...)");
      assertThatThrownBy(() -> operations.task(id).ifUnchangedSince(2).edit(Bytes.of("x")))
          .isInstanceOf(ConfigurationException.class);
    }
  }
}
