package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Signals.Cancellation;
import dev.baton.api.Submission;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Repeat;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.event.NodeEvent;
import dev.baton.schedule.Schedule;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests callers that cancel their tasks by id. */
final class CancelTest {
  private static final TaskType<Void, Void> JOB = TaskType.of("JOB");

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final Gate gate = new Gate();
  private final ConcurrentLinkedQueue<Boolean> told = new ConcurrentLinkedQueue<>();

  private final TaskDefinition<?, ?> job =
      TaskDefinition.of(JOB)
          .outcome(
              (nothing, attempt) -> {
                try {
                  gate.pass();
                } catch (InterruptedException interrupted) {
                  told.add(attempt.isCancelled());
                  throw interrupted;
                }
                return Outcome.done();
              });

  @Test
  void cancelledTaskNeverStartsAndItsCallerIsNotified() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server = TestNode.on(store, b -> b.define(job))) {
      Submission<Void> later =
          client.baton.tasks().submit(TaskRequest.of(JOB).runIn(Duration.ofHours(1)));
      var end = later.result();
      assertThat(client.baton.tasks().cancel(later.taskId(), "not needed"))
          .isEqualTo(Cancellation.CANCELLED);
      assertThatThrownBy(() -> end.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TaskNotDoneException.class)
          .hasMessageContaining("not needed");
      assertThat(server.starts(later.taskId())).isZero();
      assertThat(client.finished(later.taskId()).status()).isEqualTo(Status.CANCELLED);
      assertThat(client.baton.tasks().cancel(later.taskId(), "again"))
          .isEqualTo(Cancellation.ALREADY_FINISHED);
      assertThat(client.baton.tasks().cancel(UUID.randomUUID(), "who?"))
          .isEqualTo(Cancellation.NOT_FOUND);
    }
  }

  @Test
  void runningHandlerIsCancelledAtOnceHereAndByTheNextRenewalElsewhere() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server =
            TestNode.on(
                store,
                b -> b.define(job).settings(s -> TestNode.QUICK.lease(Duration.ofSeconds(3))))) {
      UUID here = server.add(TaskRequest.of(JOB));
      gate.awaitArrival();
      assertThat(server.baton.tasks().cancel(here, "stop"))
          .isEqualTo(Cancellation.CANCELLED_RUNNING);
      Waiting.until("told", () -> told.size() == 1);
      UUID elsewhere = server.add(TaskRequest.of(JOB));
      gate.awaitArrival();
      assertThat(client.baton.tasks().cancel(elsewhere, "stop"))
          .isEqualTo(Cancellation.CANCELLED_RUNNING);
      Waiting.until("told", () -> told.size() == 2);
      assertThat(told).containsExactly(true, true);
      server.assertNothingLeft();
      assertThat(server.finished(elsewhere).error()).isEqualTo("stop");
    }
  }

  @Test
  void aCancellationCountsIfTheCallersTransactionCommits() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.client())) {
      UUID id = node.add(TaskRequest.of(JOB));
      MemoryTransaction undone = store.begin();
      assertThat(node.baton.tasks().cancel(undone, id, "no")).isEqualTo(Cancellation.CANCELLED);
      undone.rollback();
      assertThat(node.task(id).position().status()).isEqualTo(Status.READY);
      MemoryTransaction kept = store.begin();
      assertThat(node.baton.tasks().cancel(kept, id, "no")).isEqualTo(Cancellation.CANCELLED);
      assertThat(node.baton.tasks().cancel(kept, id, "twice")).isNotEqualTo(Cancellation.CANCELLED);
      kept.commit();
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
    }
  }

  @Test
  void aTaskThatIsAddedAndCancelledInOneTransactionNeverStarts() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(job))) {
      MemoryTransaction transaction = store.begin();
      UUID id = node.baton.tasks().add(transaction, TaskRequest.of(JOB)).taskId();
      node.baton.tasks().cancel(transaction, id, "changed my mind");
      transaction.commit();
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
      UUID other = node.add(TaskRequest.of(JOB));
      gate.awaitArrival();
      assertThat(node.starts(id)).isZero();
      gate.open();
      node.completed(other, Rule.FINISH);
    }
  }

  @Test
  void cancelledRepeatingTaskDoesNotRepeat() throws Exception {
    TaskDefinition<?, ?> repeating =
        RawDefinition.of("R", attempt -> Outcome.done())
            .retry(Retry.never())
            .repeat(Repeat.every(Duration.ofHours(1)));
    try (TestNode node = TestNode.on(store, b -> b.define(repeating))) {
      UUID id = node.add(TaskRequest.of(TaskType.of("R")));
      node.completed(id, Rule.WAIT);
      assertThat(node.baton.tasks().cancel(id, "enough")).isEqualTo(Cancellation.CANCELLED);
      assertThat(node.finished(id).status()).isEqualTo(Status.CANCELLED);
    }
  }

  @Test
  void cancellingARunOfAScheduleKeepsItsNextTick() throws Exception {
    try (ScheduleCluster cluster = new ScheduleCluster()) {
      Duration minute = Duration.ofMinutes(1);
      TestNode node =
          cluster.node(
              b ->
                  b.define(job)
                      .schedule(Schedule.fixedRate("often", minute).adds(TaskRequest.of(JOB))));
      gate.awaitArrival();
      UUID first = cluster.state("often").past().lastTask();
      assertThat(first).isNotNull();
      assertThat(node.baton.tasks().cancel(first, "too slow"))
          .isEqualTo(Cancellation.CANCELLED_RUNNING);
      node.events.await(NodeEvent.LeaseLost.class);
      cluster.pass(minute);
      gate.awaitArrival();
      assertThat(cluster.state("often").past().lastTask()).isNotEqualTo(first);
      gate.open();
    }
  }
}
