package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AddAndRunTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final TaskDefinition<?, ?> greet =
      RawDefinition.of(
          "GREET",
          attempt -> {
            runs.incrementAndGet();
            return Outcome.done(Bytes.of("hello " + attempt.payloadText()));
          });

  @Test
  void anAddedTaskRunsOnceAndItsResultIsKept() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      UUID id =
          node.baton.tasks().add(TaskType.of("GREET", Bytes.class).with(Bytes.of("Ada"))).taskId();
      assertThat(node.completed(id).rule()).isEqualTo(Rule.FINISH);
      FinishedTask finished = node.finished(id);
      assertThat(finished.status()).isEqualTo(Status.DONE);
      assertThat(finished.result()).isEqualTo(Bytes.of("hello Ada"));
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void aTaskAddedToAnIdleNodeStartsWithoutAClaim() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      UUID id =
          node.baton.tasks().add(TaskType.of("GREET", Bytes.class).with(Bytes.of("Ada"))).taskId();
      node.completed(id);
      assertThat(node.events.await(TaskEvent.Started.class).dispatchedLocally()).isTrue();
      assertThat(node.events.all(NodeEvent.Claimed.class)).isEmpty();
    }
  }

  @Test
  void rolledBackTaskLeavesNoTrace() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      assertThatThrownBy(
              () ->
                  node.transactions.call(
                      transaction -> {
                        node.baton
                            .tasks()
                            .add(
                                transaction, TaskType.of("GREET", Bytes.class).with(Bytes.of("x")));
                        throw new IllegalStateException("no business today");
                      }))
          .hasMessage("no business today");
      UUID id =
          node.baton.tasks().add(TaskType.of("GREET", Bytes.class).with(Bytes.of("y"))).taskId();
      node.completed(id);
      assertThat(runs).hasValue(1);
      assertThat(node.store.live()).isEmpty();
      node.assertNothingLeft();
    }
  }

  @Test
  void aTaskWhoseSavepointWasRolledBackNeverStarts() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      node.transactions.call(
          transaction -> {
            MemoryTransaction memory = (MemoryTransaction) transaction;
            MemoryTransaction.Savepoint savepoint = memory.savepoint();
            node.baton
                .tasks()
                .add(transaction, TaskType.of("GREET", Bytes.class).with(Bytes.of("ghost")));
            memory.rollbackTo(savepoint);
            return node.baton
                .tasks()
                .add(transaction, TaskType.of("GREET", Bytes.class).with(Bytes.of("real")));
          });
      node.events.await(TaskEvent.Completed.class);
      UUID last =
          node.baton.tasks().add(TaskType.of("GREET", Bytes.class).with(Bytes.of("last"))).taskId();
      node.completed(last);
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void manyTasksAddedAtOnceAllRunOnce() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      List<? extends TaskRequest<?, ?>> requests =
          IntStream.range(0, 2_000)
              .mapToObj(
                  i -> TaskType.of("GREET", Bytes.class).with(Bytes.of("n" + i)).key("k" + i % 7))
              .toList();
      node.baton.tasks().addAll(requests);
      node.events.await(TaskEvent.Completed.class, event -> true, 2_000);
      assertThat(runs).hasValue(2_000);
      assertThat(node.store.live()).isEmpty();
    }
  }

  @Test
  void duplicateAddReturnsTheExistingTask() throws Exception {
    try (TestNode node = TestNode.start(b -> b)) {
      TaskRequest<?, ?> request =
          TaskRequest.of(TaskType.of("GREET")).unique(Unique.whileLive("Ada"));
      AddResult first = node.baton.tasks().add(request);
      AddResult second = node.baton.tasks().add(request);
      assertThat(first.wasAdded()).isTrue();
      assertThat(second).isEqualTo(new AddResult.AlreadyExists(first.taskId()));
      assertThat(node.events.all(NodeEvent.Duplicate.class)).hasSize(1);
    }
  }

  @Test
  void aTaskDueLaterWaitsForItsTime() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      TaskRequest<?, ?> later =
          TaskType.of("GREET", Bytes.class).with(Bytes.of("x")).runIn(Duration.ofMillis(80));
      long before = System.nanoTime();
      UUID id = node.baton.tasks().add(later).taskId();
      node.completed(id);
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(79));
    }
  }

  @Test
  void unlistedBucketIsRefusedWithAHelpfulMessage() {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      assertThatThrownBy(
              () -> node.baton.tasks().add(TaskRequest.of(TaskType.of("GREET")).bucket("payouts")))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("BucketOptions.named(\"payouts\")");
    }
  }

  @Test
  void prioritiesOutsideZeroToNineAreRefused() {
    try (TestNode node = TestNode.start(b -> b.define(greet))) {
      for (int wrong : new int[] {-1, 10}) {
        assertThatThrownBy(
                () -> node.baton.tasks().add(TaskRequest.of(TaskType.of("GREET")).priority(wrong)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("from 0 (most urgent) to 9");
      }
      assertThat(node.store.live()).isEmpty();
    }
  }
}
