package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Conflict;
import dev.baton.api.Submission;
import dev.baton.api.TaskHandle;
import dev.baton.api.TaskResult;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Unique;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransaction;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests waiting for the result of a task, whichever node runs it. */
final class ResultTest {
  private static final TaskType<String, Integer> LENGTH =
      TaskType.of("LENGTH", String.class, Integer.class);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final TaskDefinition<?, ?> counting =
      TaskDefinition.of(LENGTH).handler((text, attempt) -> text.length());

  @Test
  void resultOfATaskOnThisNodeArrives() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(counting))) {
      Submission<Integer> submitted = node.baton.tasks().submit(LENGTH.with("four"));
      assertThat(submitted.added().wasAdded()).isTrue();
      assertThat(now(submitted.result())).isEqualTo(4);
      assertThat(now(submitted.result())).isEqualTo(4);
    }
  }

  @Test
  void resultOfATaskOnAnotherNodeArrives() throws Exception {
    try (TestNode adds = TestNode.on(store, b -> b);
        TestNode runs = TestNode.on(store, b -> b.define(counting))) {
      assertThat(now(adds.baton.tasks().submit(LENGTH.with("four")).result())).isEqualTo(4);
      assertThat(runs.events.all(TaskEvent.Completed.class)).hasSize(1);
    }
  }

  /** No message reports the end: the node reads after 100 ms, 200 ms, 400 ms and so on. */
  @Test
  void aTaskThatIsAwaitedIsReadOftenAtFirst() throws Exception {
    LinkedBlockingQueue<Long> reads = new LinkedBlockingQueue<>();
    StoreWrapper counted =
        new StoreWrapper(store) {
          @Override
          public LiveAndFinished liveAndFinished(Set<UUID> ids) {
            reads.add(System.nanoTime());
            return super.liveAndFinished(ids);
          }
        };
    try (TestNode node = TestNode.on(store, b -> b.client().stores(s -> s.tasks(counted)))) {
      node.baton.tasks().submit(LENGTH.with("four")).result();
      List<Long> pauses = new ArrayList<>();
      long last = reads.take();
      for (int i = 0; i < 5; i++) {
        long next = reads.take();
        pauses.add(TimeUnit.NANOSECONDS.toMillis(next - last));
        last = next;
      }
      // One pause may be long on a machine that stalls, and one is short when other waiters are
      // notified.
      assertThat(pauses.stream().sorted().toList().get(2)).isLessThan(900);
    }
  }

  @Test
  void aClientWatchesResultsToo() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server = TestNode.on(store, b -> b.define(counting))) {
      assertThat(now(client.baton.tasks().submit(LENGTH.with("four")).result())).isEqualTo(4);
      assertThat(client.events.all(NodeEvent.Claimed.class)).isEmpty();
      assertThat(server.events.all(TaskEvent.Completed.class)).hasSize(1);
    }
  }

  @Test
  void resultIsReadByItsIdAfterARestart() throws Exception {
    UUID id;
    try (TestNode before = TestNode.on(store, b -> b)) {
      Submission<Integer> submitted = before.baton.tasks().submit(LENGTH.with("four"));
      id = submitted.taskId();
      CompletionStage<Integer> waiting = submitted.result();
      before.baton.stop(Duration.ZERO);
      assertEnded(waiting, TaskNotDoneException.End.NOT_WATCHED, "To wait on another node");
    }
    try (TestNode after = TestNode.on(store, b -> b.define(counting))) {
      assertThat(now(after.baton.tasks().handle(LENGTH, id).result())).isEqualTo(4);
      assertThat(now(after.baton.tasks().handle(LENGTH, id).result())).isEqualTo(4);
    }
  }

  @Test
  void failedCancelledAndMissingTasksAreReported() throws Exception {
    TaskDefinition<?, ?> failing =
        TaskDefinition.of(LENGTH).outcome((text, attempt) -> Outcome.failed("no " + text));
    try (TestNode node = TestNode.on(store, b -> b.define(failing))) {
      Submission<Integer> failed = node.baton.tasks().submit(LENGTH.with("luck"));
      assertEnded(failed.result(), TaskNotDoneException.End.FAILED, "no luck");
      Submission<Integer> later =
          node.baton.tasks().submit(LENGTH.with("x").runIn(Duration.ofHours(1)));
      CompletionStage<Integer> waiting = later.result();
      node.baton.operations().task(later.taskId()).ifUnchangedSince(1).cancel("not needed");
      assertEnded(waiting, TaskNotDoneException.End.CANCELLED, "not needed");
      UUID never = UUID.randomUUID();
      assertEnded(
          node.baton.tasks().handle(LENGTH, never).result(),
          TaskNotDoneException.End.GONE,
          "never existed");
    }
  }

  private static final TaskDefinition<?, ?> BROKEN =
      TaskDefinition.of(LENGTH)
          .handler(
              (text, attempt) -> {
                throw new IllegalStateException("no " + attempt.number());
              })
          .retry(Retry.fixed(Duration.ZERO).maxAttempts(2));

  @Test
  void exhaustedTaskReturnsItsFailureOnEachNodeAndLater() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server = TestNode.on(store, b -> b.define(BROKEN.failWhenExhausted()))) {
      Submission<Integer> submitted = client.baton.tasks().submit(LENGTH.with("four"));
      assertFailed(submitted.result(), submitted.taskId());
      assertFailed(submitted.result(), submitted.taskId());
      assertFailed(
          server.baton.tasks().handle(LENGTH, submitted.taskId()).result(), submitted.taskId());
      assertThat(server.finished(submitted.taskId()).status()).isEqualTo(Status.FAILED);
    }
  }

  private static void assertFailed(CompletionStage<?> stage, UUID id) {
    assertThatThrownBy(() -> now(stage))
        .cause()
        .isInstanceOfSatisfying(
            TaskNotDoneException.class,
            failed -> {
              assertThat(failed.end()).isEqualTo(TaskNotDoneException.End.FAILED);
              assertThat(failed.taskId()).isEqualTo(id);
              assertThat(failed.type()).isEqualTo("LENGTH");
              assertThat(failed.error()).contains("no 2").contains("\tat ");
            })
        .hasMessageEndingWith("(FAILED): java.lang.IllegalStateException: no 2");
  }

  @Test
  void taskInErrorEndsOnlyTheWaitsThatRequestIt() throws Exception {
    AtomicBoolean works = new AtomicBoolean();
    TaskDefinition<?, ?> mended =
        TaskDefinition.of(LENGTH)
            .handler(
                (text, attempt) -> {
                  if (!works.get()) {
                    throw new IllegalStateException("no luck");
                  }
                  return text.length();
                })
            .retry(Retry.never());
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server = TestNode.on(store, b -> b.define(mended))) {
      UUID id = client.baton.tasks().submit(LENGTH.with("four")).taskId();
      CompletionStage<Integer> patient = client.baton.tasks().handle(LENGTH, id).result();
      assertEnded(
          client.baton.tasks().handle(LENGTH, id).failOnError().result(),
          TaskNotDoneException.End.ERROR,
          "no luck");
      assertEnded(
          server.baton.tasks().handle(LENGTH, id).failOnError().result(),
          TaskNotDoneException.End.ERROR,
          "no luck");
      assertThat(patient.toCompletableFuture()).isNotDone();
      assertThatThrownBy(() -> client.baton.tasks().handle(LENGTH, id).await(Duration.ofMillis(1)))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("It is in ERROR, and an operator must retry or end it")
          .hasMessageContaining("failOnError()");
      works.set(true);
      server
          .baton
          .operations()
          .task(id)
          .ifUnchangedSince(server.task(id).position().version())
          .retry();
      assertThat(now(patient)).isEqualTo(4);
      assertThat(now(client.baton.tasks().handle(LENGTH, id).failOnError().result())).isEqualTo(4);
    }
  }

  @Test
  void taskWithoutAKeptRowIsGone() throws Exception {
    TaskDefinition<?, ?> forgetting =
        TaskDefinition.of(LENGTH).outcome((text, attempt) -> Outcome.doneAndForget());
    try (TestNode node = TestNode.on(store, b -> b.define(forgetting))) {
      assertEnded(
          node.baton.tasks().submit(LENGTH.with("x")).result(),
          TaskNotDoneException.End.GONE,
          "nothing of it is kept");
    }
  }

  @Test
  void theResultOfATaskAddedInATransactionIsAwaitedFromItsCommit() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(counting))) {
      MemoryTransaction transaction = store.begin();
      Submission<Integer> submitted = node.baton.tasks().submit(transaction, LENGTH.with("four"));
      CompletionStage<Integer> waiting = submitted.result();
      assertThat(waiting.toCompletableFuture()).isNotDone();
      transaction.commit();
      assertThat(now(waiting)).isEqualTo(4);
    }
  }

  /** The task starts when the transaction has committed, which it can't while its thread waits. */
  @Test
  void waitInsideTheAddingTransactionIsRefused() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(counting))) {
      MemoryTransaction transaction = store.begin();
      Submission<Integer> submitted = node.baton.tasks().submit(transaction, LENGTH.with("four"));
      CompletableFuture<Integer> result = submitted.result();
      CompletableFuture<Integer> follows = result.thenApply(length -> length + 1);
      List<ThrowingCallable> waits =
          List.of(
              result::get,
              result::join,
              () -> result.get(1, TimeUnit.MINUTES),
              follows::join,
              () -> submitted.await(Duration.ofMinutes(1)),
              () -> submitted.failOnError().await(Duration.ofMinutes(1)),
              submitted.end()::join);
      for (ThrowingCallable wait : waits) {
        assertThatThrownBy(wait)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("inside of that transaction");
      }
      CompletableFuture<Integer> elsewhere = CompletableFuture.supplyAsync(result::join);
      transaction.commit();
      assertThat(follows.get(20, TimeUnit.SECONDS)).isEqualTo(5);
      assertThat(elsewhere.get(20, TimeUnit.SECONDS)).isEqualTo(4);
    }
  }

  @Test
  void everyEndOfATaskIsAValue() throws Exception {
    TaskDefinition<?, ?> failing =
        TaskDefinition.of(LENGTH)
            .outcome(
                (text, attempt) ->
                    text.equals("four") ? Outcome.done(4) : Outcome.failed("no luck with it"));
    try (TestNode node = TestNode.on(store, b -> b.define(failing))) {
      Tasks tasks = node.baton.tasks();
      TaskHandle<Integer> four = tasks.submit(LENGTH.with("four"));
      TaskHandle<Integer> five = tasks.submit(LENGTH.with("five"));
      assertThat(now(four.end())).isEqualTo(new TaskResult.Done<>(4));
      TaskResult<Integer> failed = now(five.end());
      assertThat(failed)
          .isEqualTo(new TaskResult.NotDone<>(TaskNotDoneException.End.FAILED, "no luck with it"));
      assertThat(now(tasks.handle(LENGTH, UUID.randomUUID()).end()))
          .isEqualTo(new TaskResult.NotDone<>(TaskNotDoneException.End.GONE, null));
    }
  }

  @Test
  void threadWaitsForTheResultForTheGivenTime() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(counting))) {
      Tasks tasks = node.baton.tasks();
      TaskHandle<Integer> later = tasks.submit(LENGTH.with("four").onHold());
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> later.await(Duration.ofMillis(1)))
            .isInstanceOf(TimeoutException.class)
            .hasMessageContaining(later.taskId() + " of type LENGTH has not ended in 1 ms");
      }
      node.baton.operations().task(later.taskId()).ifUnchangedSince(1).release();
      assertThat(later.await(Duration.ofSeconds(20))).isEqualTo(4);
      assertThat(later.await(Duration.ofSeconds(20))).isEqualTo(4);
      TaskHandle<Integer> called = tasks.submit(LENGTH.with("five").onHold());
      assertThatThrownBy(() -> called.await(Duration.ZERO)).isInstanceOf(TimeoutException.class);
      tasks.cancel(called.taskId(), "no more");
      assertThatThrownBy(() -> called.await(Duration.ofSeconds(20)))
          .isInstanceOf(TaskNotDoneException.class)
          .hasMessageEndingWith("(CANCELLED): no more")
          .satisfies(
              broken ->
                  assertThat(broken.getStackTrace())
                      .anyMatch(frame -> frame.getClassName().equals(getClass().getName())));
    }
  }

  @Test
  void rolledBackSubmissionIsReported() throws Exception {
    try (TestNode node = TestNode.on(store, b -> b.define(counting))) {
      MemoryTransaction transaction = store.begin();
      Submission<Integer> submitted = node.baton.tasks().submit(transaction, LENGTH.with("four"));
      transaction.rollback();
      assertEnded(submitted.result(), TaskNotDoneException.End.ROLLED_BACK, "rolled back");
    }
  }

  @Test
  void unreadableResultFailsOnlyItsFuture() throws Exception {
    TaskType<String, UUID> other = TaskType.of("LENGTH", String.class, UUID.class);
    try (TestNode node = TestNode.on(store, b -> b.define(counting))) {
      CompletionStage<UUID> misread = node.baton.tasks().submit(other.with("four")).result();
      assertThatThrownBy(() -> now(misread)).hasCauseInstanceOf(PayloadException.class);
      assertThat(now(node.baton.tasks().submit(LENGTH.with("five!")).result())).isEqualTo(5);
    }
  }

  @Test
  void theResultOfAnotherTypesTaskIsRefusedAndNotNull() throws Exception {
    TaskType<String, UUID> other = TaskType.of("OTHER", String.class, UUID.class);
    TaskDefinition<?, ?> hourly =
        TaskDefinition.of(TaskType.of("HOURLY", String.class, Integer.class))
            .outcome((none, attempt) -> Outcome.repeat(Duration.ofHours(1), 7));
    try (TestNode node = TestNode.on(store, b -> b.define(counting, hourly))) {
      Tasks tasks = node.baton.tasks();
      UUID id = tasks.submit(LENGTH.with("four")).taskId();
      CompletionStage<UUID> misread = tasks.handle(other, id).result();
      assertThatThrownBy(() -> now(misread))
          .cause()
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is of type LENGTH, but its result was requested as type");
      refused(() -> tasks.handle(other, id).lastResult());
      UUID repeats = tasks.add(TaskType.of("HOURLY", Bytes.class).with(Bytes.of("\"x\""))).taskId();
      node.completed(repeats, Rule.WAIT);
      refused(() -> tasks.handle(other, repeats).lastResult());
      assertThat(store.live()).as("nothing was added by what was refused").hasSize(1);
    }
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("requested as type OTHER")
        .hasMessageContaining("Use the TaskType named ");
  }

  @Test
  void prefixTypeReadsTheResultsOfEachTypeWithThatPrefix() throws Exception {
    TaskType<String, Integer> prefix = TaskType.of("LENGTH|", String.class, Integer.class);
    TaskDefinition<?, ?> all =
        TaskDefinition.of(prefix).handler((text, attempt) -> text.length()).asPrefix();
    TaskType<String, Integer> german = TaskType.of("LENGTH|DE", String.class, Integer.class);
    try (TestNode node = TestNode.on(store, b -> b.define(all))) {
      assertThat(now(node.baton.tasks().submit(german.with("four")).result())).isEqualTo(4);
    }
  }

  @Test
  void waitersOfATaskThatRunsAgainGetItsLastResult() throws Exception {
    TaskType<String, Integer> again =
        LENGTH.unique(nothing -> Unique.singleton(), Conflict.runAgainAlsoFromError());
    AtomicBoolean works = new AtomicBoolean();
    TaskDefinition<?, ?> mended =
        TaskDefinition.of(again)
            .handler(
                (text, attempt) -> {
                  if (!works.get()) {
                    throw new IllegalStateException("no luck");
                  }
                  return text.length();
                })
            .retry(Retry.never());
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode server = TestNode.on(store, b -> b.define(mended))) {
      Submission<Integer> first = client.baton.tasks().submit(again.with("four"));
      CompletionStage<Integer> patient = first.result();
      assertEnded(
          client.baton.tasks().handle(again, first.taskId()).failOnError().result(),
          TaskNotDoneException.End.ERROR,
          "no luck");
      works.set(true);
      Submission<Integer> second = server.baton.tasks().submit(again.with("fives"));
      assertThat(second.taskId()).isEqualTo(first.taskId());
      assertThat(now(second.result())).isEqualTo(5);
      assertThat(now(patient)).isEqualTo(5);
    }
  }

  @Test
  void aTaskThatWasRemovedWhileACallerWaitedIsGone() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode adds = TestNode.on(store, b -> b.stores(s -> s.tasks(link)))) {
      Submission<Integer> submitted = adds.baton.tasks().submit(LENGTH.with("four"));
      CompletionStage<Integer> waiting = submitted.result();
      link.away(true);
      adds.events.await(NodeEvent.StoreTrouble.class, e -> e.loop().equals("waiters"));
      NodeSettings forgetful = TestNode.QUICK.keepDone(Duration.ZERO);
      try (TestNode runs = TestNode.on(store, b -> b.settings(s -> forgetful).define(counting))) {
        runs.completed(submitted.taskId(), Rule.FINISH);
        Waiting.until("it is removed", () -> store.findFinished(submitted.taskId()).isEmpty());
      }
      link.away(false);
      assertEnded(waiting, TaskNotDoneException.End.GONE, "nothing of it is kept");
    }
  }

  @Test
  void waitSurvivesAnUnavailableStore() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    try (TestNode adds = TestNode.on(store, b -> b.stores(s -> s.tasks(link)));
        TestNode runs = TestNode.on(store, b -> b)) {
      Submission<Integer> submitted = adds.baton.tasks().submit(LENGTH.with("four"));
      CompletionStage<Integer> waiting = submitted.result();
      link.away(true);
      adds.events.await(NodeEvent.StoreTrouble.class, e -> e.loop().equals("waiters"));
      link.away(false);
      try (TestNode late = TestNode.on(store, b -> b.define(counting))) {
        assertThat(now(waiting)).isEqualTo(4);
      }
    }
  }

  private static <T> T now(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static void assertEnded(
      CompletionStage<?> stage, TaskNotDoneException.End end, String why) throws Exception {
    CompletableFuture<?> future = stage.toCompletableFuture();
    assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            TaskNotDoneException.class, broken -> assertThat(broken.end()).isEqualTo(end))
        .hasMessageContaining(why);
  }
}
