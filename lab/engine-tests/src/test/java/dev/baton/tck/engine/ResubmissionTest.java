package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.codec.Compression;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.api.internal.OnDuplicate;
import dev.baton.api.internal.RequestFields;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.ManualClock;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests submissions whose id or key conflicts with a task. */
class ResubmissionTest {
  /** A task's payload: the rows to purge in one table. */
  record Purge(String table, TreeSet<String> rows) {
    Purge with(Purge more) {
      TreeSet<String> both = new TreeSet<>(rows);
      both.addAll(more.rows);
      return new Purge(table, both);
    }

    static Purge of(String table, String... rows) {
      return new Purge(table, new TreeSet<>(List.of(rows)));
    }
  }

  private static final TaskType<Purge, Void> PURGE =
      TaskType.of("PURGE", Purge.class)
          .compressed(Compression.GZIP)
          .unique(purge -> Unique.idFrom(purge.table()), Conflict.merge(Purge::with));
  private static final Duration DELAY = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final ConcurrentLinkedQueue<Purge> purged = new ConcurrentLinkedQueue<>();
  private final Gate gate = new Gate();

  private TestNode node() {
    return TestNode.start(
        with ->
            with.define(
                TaskDefinition.of(PURGE)
                    .handler(
                        (purge, attempt) -> {
                          gate.pass();
                          purged.add(purge);
                        })));
  }

  @Test
  void submissionsOfATaskThatHasNotBegunAreMergedIntoOne() throws Exception {
    try (TestNode node = node()) {
      AddResult first =
          node.baton.tasks().add(PURGE.with(Purge.of("x", "a")).runIn(Duration.ofHours(1)));
      AddResult second = node.baton.tasks().add(PURGE.with(Purge.of("x", "b")));
      assertThat(second).isEqualTo(new AddResult.Merged(first.taskId()));
      assertThat(second.usesSubmittedPayload()).isTrue();
      assertThat(second.wasAdded()).isFalse();
      assertThat(node.task(first.taskId()).position().status()).isEqualTo(Status.WAITING);
      node.baton.operations().task(first.taskId()).ifUnchangedSince(2).runNow();
      gate.open();
      node.completed(first.taskId(), Rule.FINISH);
      assertThat(purged).containsExactly(Purge.of("x", "a", "b"));
      assertThat(node.events.all(NodeEvent.Resubmitted.class)).hasSize(1);
    }
  }

  @Test
  void addWithTheIdOfAnotherTypesTaskIsRefusedWithBothTypes() throws Exception {
    try (TestNode node = node()) {
      UUID id = node.add(PURGE.with(Purge.of("x", "a")));
      TaskRequest<?, ?> note = TaskRequest.of(TaskType.of("NOTE")).id(id);
      assertThatThrownBy(() -> node.baton.tasks().add(note))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("is that of a task of type PURGE")
          .hasMessageContaining("type NOTE");
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThatThrownBy(
              () -> node.baton.tasks().addAll(List.of(TaskRequest.of(TaskType.of("NOTE")), note)))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("PURGE");
      assertThat(node.baton.tasks().add(TaskRequest.of(TaskType.of("PURGE")).id(id)))
          .isEqualTo(new AddResult.AlreadyExists(id));
    }
  }

  @Test
  void idThatBatonMadeIsTakenWhileItsTaskLivesOrIsKept() throws Exception {
    try (TestNode node = node()) {
      UUID id = node.baton.tasks().add(TaskRequest.of(TaskType.of("LATER")).onHold()).taskId();
      TaskRequest<?, ?> same = TaskRequest.of(TaskType.of("LATER")).id(id);
      assertThat(node.baton.tasks().add(same)).isEqualTo(new AddResult.AlreadyExists(id));
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .cancel("no");
      assertThat(node.baton.operations().find(id).filter(TaskInfo::isFinished)).isPresent();
      List<AddResult> results =
          node.baton.tasks().addAll(List.of(TaskRequest.of(TaskType.of("LATER")).onHold(), same));
      assertThat(results.get(0)).isInstanceOf(AddResult.Added.class);
      assertThat(results.get(1)).isEqualTo(new AddResult.AlreadyExists(id));
      assertThatThrownBy(() -> node.baton.tasks().add(TaskRequest.of(TaskType.of("OTHER")).id(id)))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("LATER")
          .hasMessageContaining("OTHER");
    }
  }

  @Test
  void twoSubmissionsOfOneTransactionAreMergedDespiteAFreeSlot() throws Exception {
    gate.open();
    try (TestNode node = node()) {
      List<AddResult> results =
          node.baton
              .tasks()
              .addAll(List.of(PURGE.with(Purge.of("x", "a")), PURGE.with(Purge.of("x", "b"))));
      UUID id = results.get(0).taskId();
      assertThat(results).containsExactly(new AddResult.Added(id), new AddResult.Merged(id));
      node.completed(id, Rule.FINISH);
      assertThat(purged).containsExactly(Purge.of("x", "a", "b"));
    }
  }

  @Test
  void taskThatHasBegunRefusesAMerge() throws Exception {
    try (TestNode node = node()) {
      UUID id = node.add(PURGE.with(Purge.of("x", "a")));
      gate.awaitArrivals(1);
      AddResult late = node.baton.tasks().add(PURGE.with(Purge.of("x", "b")));
      assertThat(late).isEqualTo(new AddResult.AlreadyStarted(id));
      assertThat(late.usesSubmittedPayload()).isFalse();
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(purged).containsExactly(Purge.of("x", "a"));
    }
  }

  @Test
  void finishedTaskRunsAgainWithTheSubmittedPayload() throws Exception {
    gate.open();
    try (TestNode node = node()) {
      UUID id = node.add(PURGE.with(Purge.of("x", "a")));
      node.completed(id, Rule.FINISH);
      assertThat(node.baton.tasks().add(PURGE.with(Purge.of("x", "b"))))
          .isEqualTo(new AddResult.RanAgain(id));
      Waiting.until("it ran again", () -> purged.size() == 2);
      assertThat(purged).containsExactly(Purge.of("x", "a"), Purge.of("x", "b"));
    }
  }

  @Test
  void aTypeThatRunsAgainIsJoinedWhileItLives() throws Exception {
    TaskType<Void, Void> cleanUp =
        TaskType.of("CLEAN_UP").unique(nothing -> Unique.singleton(), Conflict.runAgain());
    try (TestNode node =
        TestNode.start(
            with ->
                with.define(
                    TaskDefinition.of(cleanUp).handler((nothing, attempt) -> gate.pass())))) {
      UUID id = node.add(TaskRequest.of(cleanUp));
      assertThat(node.baton.tasks().add(TaskRequest.of(cleanUp)))
          .isEqualTo(new AddResult.AlreadyExists(id));
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.baton.tasks().add(TaskRequest.of(cleanUp)))
          .isEqualTo(new AddResult.RanAgain(id));
      Waiting.until("it ran again", () -> node.starts(id) == 2);
    }
  }

  @Test
  void aSingletonInErrorRunsAgainOrIsJoinedByChoice() throws Exception {
    TaskType<String, Void> job =
        TaskType.of("JOB", String.class).unique(payload -> Unique.singleton());
    TaskDefinition<?, ?> failing =
        TaskDefinition.of(job)
            .handler(
                (payload, attempt) -> {
                  if (payload.equals("bad")) {
                    throw new IllegalStateException("no luck");
                  }
                })
            .retry(Retry.never());
    try (TestNode node = TestNode.start(with -> with.define(failing))) {
      UUID id = node.add(job.with("bad"));
      node.completed(id, Rule.STOP_IN_ERROR);
      for (Conflict<String> joins : List.of(Conflict.<String>join(), Conflict.<String>runAgain())) {
        TaskType<String, Void> joined = job.unique(payload -> Unique.singleton(), joins);
        assertThat(node.baton.tasks().add(joined.with("good")))
            .isEqualTo(new AddResult.AlreadyExists(id));
      }
      TaskType<String, Void> again =
          job.unique(payload -> Unique.singleton(), Conflict.runAgainAlsoFromError());
      assertThat(node.baton.tasks().add(again.with("good"))).isEqualTo(new AddResult.RanAgain(id));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).attempts()).isEqualTo(1);
    }
  }

  @Test
  void aDebouncedTaskRunsWithTheLastPayloadWhenAllIsQuietOrTheLongestTimeIsOver() {
    ManualClock clock = new ManualClock(Instant.parse("2026-03-01T08:00:00Z"), Duration.ZERO);
    try (TestNode node = TestNode.on(new MemoryTaskStore(clock), with -> with.client())) {
      UUID id = node.add(debounced("1"));
      assertThat(node.task(id).position().runAt()).isEqualTo(clock.instant().plus(DELAY));
      Instant latest = clock.instant().plus(LONGEST);
      for (int i = 2; i < 6; i++) {
        clock.advance(Duration.ofSeconds(50));
        assertThat(node.baton.tasks().add(debounced("" + i))).isEqualTo(new AddResult.Replaced(id));
        assertThat(node.task(id).position().runAt()).isEqualTo(clock.instant().plus(DELAY));
      }
      clock.advance(Duration.ofSeconds(50));
      node.add(debounced("6"));
      assertThat(node.task(id).position().runAt()).isEqualTo(latest);
      assertThat(node.task(id).spec().payload()).isEqualTo(Bytes.of("6"));
    }
  }

  private static TaskRequest<?, ?> debounced(String payload) {
    return TaskType.of("INDEX", Bytes.class)
        .with(Bytes.of(payload))
        .unique(Unique.whileLive("all"), Conflict.debounce(DELAY, LONGEST));
  }

  @Test
  void aThrottledTaskIsAddedOnceInAPeriodAlsoWhenItHasEnded() throws Exception {
    gate.open();
    TaskRequest<?, ?> typed = PURGE.with(Purge.of("x", "a"));
    assertThat(RequestFields.of(typed).onDuplicate()).isInstanceOf(OnDuplicate.Merge.class);
    try (TestNode node = node()) {
      TaskRequest<?, ?> first =
          TaskType.of("PURGE", Bytes.class)
              .with(Bytes.of("{\"table\":\"x\",\"rows\":[]}"))
              .unique(Unique.forAtLeast(Duration.ofHours(1), "report"));
      UUID id = node.add(first);
      assertThat(node.baton.tasks().add(first)).isEqualTo(new AddResult.AlreadyExists(id));
      node.completed(id, Rule.FINISH);
      assertThat(node.baton.tasks().add(first)).isEqualTo(new AddResult.AlreadyExists(id));
    }
  }

  @Test
  void requestWithItsOwnIdentityReplacesTheIdentityAndTheConflictOfItsType() throws Exception {
    try (TestNode node = TestNode.start(with -> with.client())) {
      UUID own = new UUID(1, 2);
      UUID typed = node.add(PURGE.with(Purge.of("x", "a")));
      TaskRequest<Purge, Void> named = PURGE.with(Purge.of("x", "b")).id(own);
      assertThat(node.baton.tasks().add(named)).isEqualTo(new AddResult.Added(own));
      assertThat(node.baton.tasks().add(named)).isEqualTo(new AddResult.AlreadyExists(own));
      TaskRequest<Purge, Void> keyed =
          PURGE
              .with(Purge.of("x", "c"))
              .unique(Unique.whileLive("k"), Conflict.debounce(DELAY, LONGEST));
      UUID third = node.add(keyed);
      assertThat(third).isNotIn(own, typed);
      assertThat(node.baton.tasks().add(keyed)).isEqualTo(new AddResult.Replaced(third));
      Unique month = Unique.whileLive("month");
      Conflict<Purge> last = Conflict.merge((before, now) -> now);
      UUID fourth = node.add(PURGE.with(Purge.of("x")).unique(month, last));
      assertThat(node.baton.tasks().add(PURGE.with(Purge.of("y")).unique(month, last)))
          .isEqualTo(new AddResult.Merged(fourth));
    }
  }

  @Test
  void keyComputedFromThePayloadIsMergedAndFreeAtTheEnd() throws Exception {
    TaskType<Purge, Void> keyed =
        PURGE.unique(purge -> Unique.whileLive(purge.table()), Conflict.merge(Purge::with));
    try (TestNode node = node()) {
      UUID id = node.add(keyed.with(Purge.of("x", "a")).runIn(Duration.ofHours(1)));
      assertThat(node.baton.tasks().add(keyed.with(Purge.of("x", "b"))))
          .isEqualTo(new AddResult.Merged(id));
      node.add(keyed.with(Purge.of("y", "c")));
      node.baton.operations().task(id).ifUnchangedSince(2).runNow();
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(purged).contains(Purge.of("x", "a", "b"), Purge.of("y", "c"));
      assertThat(node.baton.tasks().add(keyed.with(Purge.of("x", "d"))).wasAdded()).isTrue();
    }
  }

  @Test
  void addConflictsWithTheTaskThatHasItsIdOrItsKey() throws Exception {
    try (TestNode node = TestNode.start(with -> with.client())) {
      TaskRequest<Void, Void> request = TaskRequest.of(TaskType.of("T"));
      UUID id = new UUID(1, 2);
      Unique both = Unique.whileKept("k").and(Unique.id(id));
      assertThat(node.add(request.unique(both))).isEqualTo(id);
      for (Unique met : List.of(both, Unique.id(id), Unique.whileLive("k"))) {
        assertThat(node.baton.tasks().add(request.unique(met)))
            .isEqualTo(new AddResult.AlreadyExists(id));
      }
    }
  }

  @Test
  void rolledBackMergeHasNoEffect() throws Exception {
    try (TestNode node = TestNode.start(with -> with.client())) {
      UUID id = node.add(PURGE.with(Purge.of("x", "a")));
      assertThatThrownBy(
              () ->
                  node.transactions.call(
                      transaction -> {
                        node.baton.tasks().add(transaction, PURGE.with(Purge.of("x", "b")));
                        throw new IllegalStateException("no business today");
                      }))
          .hasMessage("no business today");
      assertThat(node.task(id).position().version()).isEqualTo(1);
    }
  }

  @Test
  void unsupportedConflictsAreRefusedBeforeAnythingIsWritten() {
    try (TestNode node = TestNode.start(with -> with.client())) {
      assertThatThrownBy(() -> node.add(debounced("1").runIn(DELAY)))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("from the debounce. Leave out runIn and runAt");
      assertThatThrownBy(() -> Conflict.debounce(LONGEST, DELAY))
          .isInstanceOf(IllegalArgumentException.class);
      UUID id = node.add(TaskRequest.of(TaskType.of("A")).id(new UUID(1, 1)));
      assertThatThrownBy(
              () ->
                  node.add(
                      TaskRequest.of(TaskType.of("B")).unique(Unique.id(id), Conflict.runAgain())))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("task of type A");
      TaskType<Purge, Void> changesItsId =
          PURGE.unique(
              purge -> Unique.idFrom(purge.table()), Conflict.merge((one, other) -> Purge.of("y")));
      node.add(changesItsId.with(Purge.of("x")));
      assertThatThrownBy(() -> node.add(changesItsId.with(Purge.of("x"))))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining(
              "changed the task's identity. Keep the values from which unique(...)");
      TaskType<Purge, Void> changesItsKey =
          PURGE.unique(
              purge -> Unique.whileKept(purge.table()),
              Conflict.merge((one, other) -> Purge.of("z")));
      node.add(changesItsKey.with(Purge.of("x")));
      assertThatThrownBy(() -> node.add(changesItsKey.with(Purge.of("x"))))
          .hasMessageContaining("changed the task's identity");
    }
  }
}
