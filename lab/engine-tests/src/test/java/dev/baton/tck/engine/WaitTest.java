package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.Prerequisite;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests tasks that wait for others, and batches with followers. */
final class WaitTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final ConcurrentLinkedQueue<String> ran = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<List<Prerequisite>> seen = new ConcurrentLinkedQueue<>();

  private TestNode node() {
    return TestNode.start(b -> b.define(all()));
  }

  private TaskDefinition<?, ?>[] all() {
    RawHandler.Transactional transactional =
        (attempt, transaction) -> {
          ran.add(attempt.payloadText());
          return Outcome.doneAndForget();
        };
    return new TaskDefinition<?, ?>[] {
      RawDefinition.of(
          "STEP",
          attempt -> {
            ran.add(attempt.payloadText());
            return Outcome.done();
          }),
      RawDefinition.transactional("BOOK", transactional),
      RawDefinition.of("FAIL", attempt -> Outcome.failed("no")),
      RawDefinition.of(
              "STUCK",
              attempt -> {
                throw new IllegalStateException("broken");
              })
          .retry(Retry.never()),
      RawDefinition.of(
          "THEN",
          attempt -> {
            ran.add("then");
            seen.add(attempt.waitedFor());
            return Outcome.done();
          })
    };
  }

  private static TaskRequest<?, ?> step(String name) {
    return TaskType.of("STEP", Bytes.class).with(Bytes.of(name));
  }

  @Test
  void aSmallWorkflowRunsInTheOrderOfItsEdges() throws Exception {
    try (TestNode node = node()) {
      UUID fetch = node.add(step("fetch").runIn(Duration.ofMillis(50)));
      UUID left =
          node.add(
              TaskType.of("BOOK", Bytes.class).with(Bytes.of("left")).waitForDone(List.of(fetch)));
      UUID right = node.add(step("right").waitForDone(List.of(fetch)));
      UUID join = node.add(TaskRequest.of(TaskType.of("THEN")).waitForDone(List.of(left, right)));
      node.completed(join, Rule.FINISH);
      assertThat(ran).hasSize(4).startsWith("fetch").endsWith("then");
      assertThat(seen.remove())
          .containsExactlyInAnyOrder(
              new Prerequisite(left, Status.DONE), new Prerequisite(right, Status.DONE));
    }
  }

  @Test
  void followerOfABatchRunsOnceWhenTheBatchIsDoneOnManyNodes() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    List<TestNode> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        nodes.add(TestNode.on(store, b -> b.define(all())));
      }
      List<? extends TaskRequest<?, ?>> steps =
          IntStream.range(0, 60)
              .mapToObj(
                  i ->
                      withoutLocalDispatch(
                          TaskType.of(i % 2 == 0 ? "STEP" : "BOOK", Bytes.class)
                              .with(Bytes.of("step"))))
              .toList();
      Batch.Added added =
          nodes
              .get(0)
              .baton
              .tasks()
              .addBatch(Batch.of(steps).whenAllDone(TaskRequest.of(TaskType.of("THEN"))));
      assertThat(added.taskIds()).hasSize(60).doesNotHaveDuplicates();
      Waiting.until("it has followed", () -> store.findFinished(added.followingId()).isPresent());
      assertThat(ran).hasSize(61).endsWith("then");
      assertThat(seen.remove())
          .extracting(Prerequisite::id)
          .containsExactlyInAnyOrderElementsOf(added.taskIds());
    } finally {
      nodes.forEach(TestNode::close);
    }
  }

  @Test
  void followerLearnsHowTheTasksOfItsBatchEnded() throws Exception {
    try (TestNode node = node()) {
      Batch.Added added =
          node.baton
              .tasks()
              .addBatch(
                  Batch.of(List.of(step("good"), TaskRequest.of(TaskType.of("FAIL"))))
                      .whenAllDone(step("never"))
                      .whenAllEnded(TaskRequest.of(TaskType.of("THEN"))));
      node.completed(added.following().get(1).taskId(), Rule.FINISH);
      assertThat(seen.remove())
          .containsExactlyInAnyOrder(
              new Prerequisite(added.taskIds().get(0), Status.DONE),
              new Prerequisite(added.taskIds().get(1), Status.FAILED));
      UUID never = added.following().get(0).taskId();
      assertThat(node.finished(never).status()).isEqualTo(Status.CANCELLED);
      assertThat(ran).containsExactlyInAnyOrder("good", "then");
    }
  }

  @Test
  void followerWaitsForATaskInErrorUntilAnOperatorDecides() throws Exception {
    try (TestNode node = node()) {
      UUID stuck = node.add(TaskRequest.of(TaskType.of("STUCK")));
      UUID then = node.add(TaskRequest.of(TaskType.of("THEN")).waitForEnd(List.of(stuck)));
      node.completed(stuck, Rule.STOP_IN_ERROR);
      assertThat(node.task(then).position().status()).isEqualTo(Status.BLOCKED);
      long version = node.task(stuck).position().version();
      node.baton.operations().task(stuck).ifUnchangedSince(version).fail("so be it");
      node.completed(then, Rule.FINISH);
    }
  }

  @Test
  void waitingTaskAcceptsSignalsEditsAndMergesAndStillWaits() throws Exception {
    TaskType<String, Void> step = TaskType.of("STEP", String.class);
    TaskType<String, Void> joined =
        step.unique(text -> Unique.idFrom("one"), Conflict.merge((a, b) -> a + b));
    try (TestNode node = node()) {
      UUID first = node.add(step("first").runIn(HOUR));
      UUID then = node.add(joined.with("x").waitForDone(List.of(first)));
      assertThat(node.baton.tasks().add(joined.with("y"))).isEqualTo(new AddResult.Merged(then));
      assertThat(node.baton.operations().task(then).ifUnchangedSince(2).edit(joined, "z"))
          .matches(ChangeResult::isDone);
      assertThat(node.baton.operations().task(then).ifUnchangedSince(3).prioritize(3))
          .matches(ChangeResult::isDone);
      assertThat(
              RowSignals.of(node.baton.tasks())
                  .signal(then, seenTask -> RowDecision.goTo("NEXT", Bytes.of("d")))
                  .wasApplied())
          .isTrue();
      assertThat(node.task(then).position().state()).isEqualTo("NEXT");
      assertThat(node.baton.operations().task(then).explain().reasons())
          .containsExactly(new WaitReason.WaitsFor(1, List.of(first)));
      node.baton.operations().task(first).ifUnchangedSince(1).runNow();
      node.completed(then, Rule.FINISH);
      assertThat(ran).containsExactly("first", "\"z\"");
    }
  }

  @Test
  void waitingTaskCanBeChangedInItsAddingTransaction() throws Exception {
    TaskType<String, Void> step = TaskType.of("STEP", String.class);
    TaskType<String, Void> joined =
        step.unique(text -> Unique.idFrom("one"), Conflict.merge((a, b) -> a + b));
    try (TestNode node = node()) {
      UUID first = node.add(step("first").runIn(HOUR));
      UUID then =
          node.transactions.call(
              transaction -> {
                UUID id =
                    node.baton
                        .tasks()
                        .add(transaction, joined.with("x").waitForDone(List.of(first)))
                        .taskId();
                assertThat(node.baton.tasks().add(transaction, joined.with("y")))
                    .isEqualTo(new AddResult.Merged(id));
                return id;
              });
      node.baton.operations().task(first).ifUnchangedSince(1).runNow();
      node.completed(then, Rule.FINISH);
      assertThat(ran).containsExactly("first", "\"xy\"");
    }
  }

  @Test
  void waitingTaskOnHoldIsReportedAndStillWaitsAfterItsRelease() throws Exception {
    try (TestNode node = node()) {
      UUID first = node.add(step("first").runIn(HOUR));
      UUID then = node.add(step("then").waitForDone(List.of(first)));
      assertThat(node.baton.operations().task(then).ifUnchangedSince(1).release())
          .extracting(ChangeResult::reason)
          .isEqualTo(
              "It isn't held: it waits for other tasks. Reschedule it to run it regardless of"
                  + " them");
      assertThat(node.baton.operations().task(then).ifUnchangedSince(1).hold())
          .matches(ChangeResult::isDone);
      WaitReason waits = new WaitReason.WaitsFor(1, List.of(first));
      assertThat(node.baton.operations().task(then).explain().reasons())
          .containsExactly(new WaitReason.Held(), waits);
      assertThat(node.baton.operations().task(then).ifUnchangedSince(2).release())
          .matches(ChangeResult::isDone);
      assertThat(node.baton.operations().task(then).explain().reasons()).containsExactly(waits);
      assertThat(node.task(then).position().status()).isEqualTo(Status.BLOCKED);
      node.baton.operations().task(first).ifUnchangedSince(1).runNow();
      node.completed(then, Rule.FINISH);
      assertThat(ran).containsExactly("first", "then");
    }
  }

  @Test
  void delayedTaskAddedOnHoldIsDueAtItsTimeAfterItsRelease() throws Exception {
    try (TestNode node = node()) {
      UUID held = node.add(step("held").runIn(HOUR).onHold());
      node.baton.operations().task(held).ifUnchangedSince(1).release();
      assertThat(node.task(held).position().status()).isEqualTo(Status.WAITING);
    }
  }

  @Test
  void bulkHoldsWaitingTasksAndSkipsTasksOnHold() throws Exception {
    try (TestNode node = node()) {
      UUID first = node.add(step("first").runIn(HOUR));
      UUID then = node.add(TaskRequest.of(TaskType.of("THEN")).waitForDone(List.of(first)));
      for (int held : List.of(1, 0)) {
        assertThat(node.baton.operations().bulk(TaskFilter.all().type("THEN")).hold().changed())
            .isEqualTo(held);
      }
      assertThat(node.baton.operations().task(then).ifUnchangedSince(2).release())
          .matches(ChangeResult::isDone);
    }
  }

  @Test
  void anEmptyBatchIsFollowedAtOnce() throws Exception {
    try (TestNode node = node()) {
      Batch.Added added =
          node.baton
              .tasks()
              .addBatch(Batch.of(List.of()).whenAllDone(TaskRequest.of(TaskType.of("THEN"))));
      node.completed(added.followingId(), Rule.FINISH);
      assertThat(seen.remove()).isEmpty();
    }
  }

  @Test
  void rolledBackBatchLeavesNoTrace() throws Exception {
    try (TestNode node = node()) {
      assertThatThrownBy(
              () ->
                  node.transactions.call(
                      transaction -> {
                        node.baton
                            .tasks()
                            .addBatch(
                                transaction,
                                Batch.of(List.of(step("a"), step("b"))).whenAllDone(step("c")));
                        throw new IllegalStateException("no business today");
                      }))
          .hasMessage("no business today");
      assertThat(node.store.live()).isEmpty();
      assertThat(ran).isEmpty();
    }
  }

  @Test
  void handlerMayAddItsOwnFollower() throws Exception {
    List<TestNode> started = new ArrayList<>();
    List<UUID> followers = new ArrayList<>();
    RawHandler.Transactional parent =
        (attempt, transaction) -> {
          TaskRequest<?, ?> follower =
              TaskRequest.of(TaskType.of("THEN")).waitForDone(List.of(attempt.taskId()));
          followers.add(started.get(0).baton.tasks().add(transaction, follower).taskId());
          return Outcome.done();
        };
    try (TestNode node =
        TestNode.start(
            b -> b.define(all()).define(RawDefinition.transactional("PARENT", parent)))) {
      started.add(node);
      UUID id = node.add(TaskRequest.of(TaskType.of("PARENT")));
      node.completed(id, Rule.FINISH);
      node.completed(followers.get(0), Rule.FINISH);
      assertThat(seen.remove()).containsExactly(new Prerequisite(id, Status.DONE));
    }
  }

  @Test
  void aWaitingTaskThatIsHeldStaysHeldAndOneThatIsRescheduledRunsRegardless() throws Exception {
    try (TestNode node = node()) {
      UUID later = node.add(step("later").runIn(HOUR));
      UUID held = node.add(step("held").waitForDone(List.of(later)));
      UUID letGo = node.add(step("let go").waitForDone(List.of(later)));
      assertThat(node.baton.operations().task(held).ifUnchangedSince(1).hold())
          .matches(ChangeResult::isDone);
      assertThat(node.baton.operations().task(letGo).ifUnchangedSince(1).runNow())
          .matches(ChangeResult::isDone);
      node.completed(letGo, Rule.FINISH);
      long version = node.task(later).position().version();
      node.baton.operations().task(later).ifUnchangedSince(version).runNow();
      node.completed(later, Rule.FINISH);
      assertThat(node.task(held).position().status()).isEqualTo(Status.BLOCKED);
      assertThat(ran).containsExactly("let go", "later");
    }
  }

  @Test
  void waiterOfACancelledFollowerLearnsTheReason() throws Exception {
    TaskType<String, String> then = TaskType.of("THEN", String.class, String.class);
    try (TestNode node = node()) {
      UUID fails = node.add(TaskRequest.of(TaskType.of("FAIL")).runIn(Duration.ofMillis(50)));
      assertThatThrownBy(
              () ->
                  node.baton
                      .tasks()
                      .submit(then.with("x").waitForDone(List.of(fails)))
                      .result()
                      .get(20, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(TaskNotDoneException.class)
          .rootCause()
          .hasMessageContaining(fails.toString());
    }
  }

  @Test
  void invalidWaitsAreRefusedBeforeAnythingIsWritten() {
    try (TestNode node = node()) {
      UUID own = UUID.randomUUID();
      UUID other = UUID.randomUUID();
      List<? extends TaskRequest<?, ?>> itself =
          List.of(step("a"), step("b").id(own).waitForDone(List.of(own)));
      assertThatThrownBy(() -> node.baton.tasks().addAll(itself))
          .hasMessageContaining("can't wait for itself");
      List<? extends TaskRequest<?, ?>> later =
          List.of(step("a").id(own).waitForDone(List.of(other)), step("b").id(other));
      assertThatThrownBy(() -> node.baton.tasks().addAll(later))
          .hasMessageContaining("Put that one first in the list");
      assertThatThrownBy(() -> node.add(step("a").onHold().waitForDone(List.of(other))))
          .hasMessageContaining("call Operations.hold");
      List<UUID> many = IntStream.range(0, 50_001).mapToObj(i -> new UUID(i, i)).toList();
      assertThatThrownBy(() -> node.add(step("a").waitForDone(many)))
          .hasMessageContaining("may wait for 1-50000 others, not for 50001");
      assertThat(node.store.live()).isEmpty();
    }
  }
}
