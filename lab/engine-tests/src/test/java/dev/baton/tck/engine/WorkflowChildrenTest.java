package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.TaskNotDoneException;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskDefinition.ResultWorkflowHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests workflows that call children. */
class WorkflowChildrenTest extends WorkflowScenario {
  private final AtomicInteger shipped = new AtomicInteger();

  private TaskDefinition<?, ?> ships() {
    return TaskDefinition.of(SHIP)
        .handler(
            (parcel, attempt) -> {
              shipped.incrementAndGet();
              assertThat(attempt.parentId()).isNotNull();
              return "parcel " + parcel;
            });
  }

  @Test
  void callAddsTheChildOnceAndReturnsItsResult() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (TestNode node =
        node(
            (order, flow) -> {
              String parcel = flow.call(SHIP.with(order));
              if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("after the call");
              }
              return parcel;
            },
            ships())) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"parcel 5\""));
      assertThat(shipped).hasValue(1);
    }
  }

  @Test
  void parentThatWaitsIsBlockedAndUsesNothing() throws Exception {
    Gate gate = new Gate();
    try (TestNode node = node((order, flow) -> flow.call(SHIP.with(order)), late(gate))) {
      UUID id = node.add(ORDER.with(5));
      gate.awaitArrival();
      assertThat(node.task(id).position().status()).isEqualTo(Status.BLOCKED);
      Waiting.until("only the child has a slot", () -> node.baton.slotsInUse() == 1);
      assertThat(node.baton.operations().task(id).explain().text())
          .containsPattern(
              "it has waited since 2\\S+ in step 1, call\\(SHIP\\), for 1 of 1 child; ")
          .contains("it waits for 1 other task to end");
      gate.open();
      node.completed(id, Rule.FINISH);
    }
  }

  @Test
  void anotherNodeContinuesAfterTheChildHasEnded() throws Exception {
    UUID id;
    try (TestNode first = node((order, flow) -> flow.call(SHIP.with(order)))) {
      id = first.add(ORDER.with(5));
      first.completed(id, Rule.WAIT);
    }
    try (TestNode ships = TestNode.on(store, with -> with.define(ships()))) {
      Waiting.until(
          "the parent is ready",
          () -> store.find(id).orElseThrow().position().status() == Status.READY);
      ships.assertNothingLeft();
    }
    try (TestNode second = node((order, flow) -> flow.call(SHIP.with(order)))) {
      second.completed(id, Rule.FINISH);
      assertThat(shipped).hasValue(1);
    }
  }

  @Test
  void failureOfAChildIsAnExceptionThatLaterRunsGetToo() throws Exception {
    TaskDefinition<?, ?> fails =
        TaskDefinition.of(SHIP).outcome((parcel, attempt) -> Outcome.failed("no truck"));
    try (TestNode node =
        node(
            (order, flow) -> {
              try {
                return flow.call(SHIP.with(order));
              } catch (TaskNotDoneException failed) {
                flow.run("refund", key -> seen.add(key));
                flow.sleep(Duration.ofMillis(1));
                return failed.end() + " " + failed.error();
              }
            },
            fails)) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"FAILED no truck\""));
      assertThat(seen).hasSize(1);
    }
  }

  @Test
  void childThatRunsAgainLetsItsParentSucceedAfterARetryByHand() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    TaskDefinition<?, ?> failsOnce =
        TaskDefinition.of(SHIP)
            .outcome(
                (parcel, attempt) -> {
                  seen.add(attempt.taskId());
                  return tries.incrementAndGet() == 1 ? Outcome.failed("no") : Outcome.done("yes");
                });
    try (TestNode node = node((order, flow) -> flow.call(SHIP.with(order)), failsOnce)) {
      UUID id = node.add(ORDER.with(5));
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("has no result (FAILED)");
      UUID child = (UUID) seen.peek();
      node.baton
          .operations()
          .task(child)
          .ifUnchangedSince(node.finished(child).version())
          .runAgain();
      node.baton.operations().task(id).ifUnchangedSince(node.task(id).position().version()).retry();
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"yes\""));
      assertThat(seen.stream().distinct()).hasSize(1);
    }
  }

  @Test
  void callAllReturnsResultsInOrderAndBoundsHowManyRunAtATime() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    TaskDefinition<?, ?> counted =
        TaskDefinition.of(SHIP)
            .handler(
                (parcel, attempt) -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  Thread.sleep(2);
                  running.decrementAndGet();
                  return "p" + parcel;
                });
    try (TestNode node =
        node(
            (order, flow) ->
                String.join(
                    ",", flow.callAll(IntStream.range(0, order).mapToObj(SHIP::with).toList(), 3)),
            counted)) {
      UUID id = node.add(ORDER.with(40));
      node.completed(id, Rule.FINISH);
      String all = String.join(",", IntStream.range(0, 40).mapToObj(i -> "p" + i).toList());
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of('"' + all + '"'));
      assertThat(most).hasValue(3);
      assertThat(node.starts(id)).isEqualTo(2);
    }
  }

  @Test
  void thousandLargeResultsAreKeptForLaterRuns() throws Exception {
    String large = "x".repeat(2_000);
    TaskDefinition<?, ?> chatty =
        TaskDefinition.of(SHIP).handler((parcel, attempt) -> parcel + large);
    AtomicInteger runs = new AtomicInteger();
    try (TestNode node =
        node(
            (order, flow) -> {
              List<TaskRequest<Integer, String>> children =
                  IntStream.range(0, 1_000).mapToObj(SHIP::with).toList();
              List<String> results = flow.callAll(children, 1_000);
              for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i)).isEqualTo(i + large);
              }
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("again");
              }
              return "ok";
            },
            chatty)) {
      UUID id = node.add(ORDER.with(1));
      node.completed(id, Rule.FINISH);
      assertThat(node.events.all(TaskEvent.Added.class)).hasSize(1_001);
    }
  }

  @Test
  void operatorWhoRunsABlockedParentOnlyLetsItWaitAgain() throws Exception {
    try (TestNode node = node((order, flow) -> flow.call(SHIP.with(order)))) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.WAIT);
      node.baton
          .operations()
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .runNow();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(node.task(id).position().status()).isEqualTo(Status.BLOCKED);
      try (TestNode ships = TestNode.on(store, with -> with.define(ships()))) {
        node.completed(id, Rule.FINISH);
        assertThat(ships.events.all(TaskEvent.Added.class)).isEmpty();
      }
      assertThat(shipped).hasValue(1);
    }
  }

  @Test
  void childrenOfACancelledParentContinueUnlessTheDefinitionCancelsThem() throws Exception {
    TaskType<Integer, String> strict = TaskType.of("STRICT", Integer.class, String.class);
    try (TestNode node =
        node(
            (order, flow) -> flow.call(SHIP.with(order)),
            TaskDefinition.of(strict)
                .workflow((order, flow) -> flow.call(SHIP.with(order)))
                .cancelChildren())) {
      UUID free = node.add(ORDER.with(5));
      UUID bound = node.add(strict.with(5));
      node.completed(free, Rule.WAIT);
      node.completed(bound, Rule.WAIT);
      UUID freed = store.waitedFor(free).get(0).id();
      UUID child = store.waitedFor(bound).get(0).id();
      node.baton.tasks().cancel(free, "not wanted");
      node.baton.tasks().cancel(bound, "not wanted");
      Waiting.until("the child is cancelled", () -> store.findFinished(child).isPresent());
      assertThat(node.finished(child).error()).contains("Task " + bound + ", which called it");
      assertThat(node.task(freed).position().status()).isEqualTo(Status.READY);
    }
  }

  /** Returns a node whose workflow cancels its children. */
  private TestNode strict(
      ResultWorkflowHandler<Integer, String> handler, TaskDefinition<?, ?> more) {
    return TestNode.on(store, with -> with.define(order(handler).cancelChildren()).define(more));
  }

  private UUID cancellation(TestNode node) {
    return node.events.all(TaskEvent.Added.class).stream()
        .filter(added -> added.flow().type().equals("baton-cancel-children"))
        .reduce((first, last) -> last)
        .orElseThrow()
        .taskId();
  }

  @Test
  void operatorWhoRunsTheCancellationOfALivingWorkflowCancelsNoChild() throws Exception {
    Gate gate = new Gate();
    try (TestNode node = strict((order, flow) -> flow.call(SHIP.with(order)), late(gate))) {
      UUID id = node.add(ORDER.with(5));
      gate.awaitArrival();
      UUID cancellation = cancellation(node);
      node.baton.operations().task(cancellation).runNow();
      node.completed(cancellation, Rule.FINISH);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).status()).isEqualTo(Status.DONE);
    }
  }

  @Test
  void childThatRunsAgainContinuesAfterItsWorkflowIsDone() throws Exception {
    Gate again = new Gate();
    Gate last = new Gate();
    AtomicInteger runs = new AtomicInteger();
    TaskDefinition<?, ?> ship =
        TaskDefinition.of(SHIP)
            .handler(
                (parcel, attempt) -> {
                  if (runs.incrementAndGet() == 2) {
                    again.pass();
                  }
                  return "sent";
                });
    try (TestNode node =
        strict(
            (order, flow) -> {
              String sent = flow.call(SHIP.with(order));
              last.pass();
              return sent;
            },
            ship)) {
      UUID id = node.add(ORDER.with(5));
      last.awaitArrival();
      UUID child = store.waitedFor(id).get(0).id();
      assertThat(node.baton.operations().task(child).runAgain().isDone()).isTrue();
      again.awaitArrival();
      UUID cancellation = cancellation(node);
      last.open();
      node.completed(id, Rule.FINISH);
      node.completed(cancellation, Rule.FINISH);
      again.open();
      node.events.await(
          TaskEvent.Completed.class,
          event -> event.taskId().equals(child) && event.rule() == Rule.FINISH,
          2);
      assertThat(node.finished(child).status()).isEqualTo(Status.DONE);
    }
  }

  @Test
  void childrenOfASecondLifeAreCancelledToo() throws Exception {
    Gate gate = new Gate();
    try (TestNode node = strict((order, flow) -> flow.call(SHIP.with(order)), late(gate))) {
      UUID id = node.add(ORDER.with(5));
      gate.awaitArrival();
      UUID child = store.waitedFor(id).get(0).id();
      UUID cancellation = cancellation(node);
      assertThat(node.task(cancellation).spec().payload())
          .as("what nodes of version 0.1.0 add and read")
          .isEqualTo(Bytes.of(child.toString()));
      node.baton.tasks().cancel(id, "not wanted");
      node.completed(cancellation, Rule.FINISH);
      assertThat(node.baton.operations().task(child).runAgain().isDone()).isTrue();
      assertThat(node.baton.operations().task(id).runAgainFrom(2).isDone()).isTrue();
      node.events.await(
          TaskEvent.Completed.class,
          event -> event.taskId().equals(id) && event.rule() == Rule.WAIT,
          2);
      node.baton.tasks().cancel(id, "not wanted");
      Waiting.until("the child is cancelled", () -> store.findFinished(child).isPresent());
      assertThat(node.finished(child).error()).contains("has ended CANCELLED");
      gate.open();
    }
  }

  @Test
  void cancellationThatRunsAgainWaitsForTheWorkflowAgain() throws Exception {
    Gate gate = new Gate();
    try (TestNode node = strict((order, flow) -> flow.call(SHIP.with(order)), late(gate))) {
      UUID id = node.add(ORDER.with(5));
      gate.awaitArrival();
      UUID child = store.waitedFor(id).get(0).id();
      UUID cancellation = cancellation(node);
      node.baton.tasks().cancel(cancellation, "a mistake");
      assertThat(node.baton.operations().task(cancellation).runAgain().isDone()).isTrue();
      node.completed(cancellation, Rule.FINISH);
      assertThat(store.find(child)).isPresent();
      node.baton.tasks().cancel(id, "not wanted");
      Waiting.until("the child is cancelled", () -> store.findFinished(child).isPresent());
      gate.open();
    }
  }

  /** Returns a definition whose handler waits at the gate. */
  private static TaskDefinition<?, ?> late(Gate gate) {
    return TaskDefinition.of(SHIP)
        .handler(
            (parcel, attempt) -> {
              gate.pass();
              return "late";
            });
  }

  /** Returns a node whose store records which bytes of results each call has read. */
  private TestNode recordingReads(
      List<Long> reads, ResultWorkflowHandler<Integer, String> handler, TaskDefinition<?, ?> more) {
    StoreWrapper recording =
        new StoreWrapper(store) {
          @Override
          public LiveAndFinished liveAndFinished(Set<UUID> ids) {
            LiveAndFinished found = super.liveAndFinished(ids);
            reads.add(
                found.finished().stream()
                    .map(FinishedTask::result)
                    .filter(Objects::nonNull)
                    .mapToLong(Bytes::length)
                    .sum());
            return found;
          }
        };
    return TestNode.on(
        store,
        with ->
            with.stores(s -> s.tasks(recording))
                .runtime(
                    new LivedRuntime() {
                      @Override
                      public long maxHeapBytes() {
                        return 20 << 20;
                      }
                    })
                .define(order(handler))
                .define(more));
  }

  @Test
  void resultsOfThousandChildrenAreReadAMebibyteAtATime() throws Exception {
    TaskType<Integer, Bytes> large = TaskType.of("LARGE", Integer.class, Bytes.class);
    Bytes result = Bytes.of(new byte[16 * 1024]);
    List<Long> reads = new CopyOnWriteArrayList<>();
    try (TestNode node =
        recordingReads(
            reads,
            (order, flow) ->
                String.valueOf(
                    flow.callAll(IntStream.range(0, 1_000).mapToObj(large::with).toList(), 1_000)
                        .size()),
            TaskDefinition.of(large).handler((number, attempt) -> result))) {
      UUID id = node.add(ORDER.with(5));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).result()).isEqualTo(Bytes.of("\"1000\""));
    }
    assertThat(reads).allMatch(bytes -> bytes <= 1 << 20);
    assertThat(reads.stream().mapToLong(bytes -> bytes).sum()).isEqualTo(1_000L * result.length());
  }

  @Test
  void noResultIsReadWhileAChildLives() throws Exception {
    Gate gate = new Gate();
    List<Long> reads = new CopyOnWriteArrayList<>();
    try (TestNode node =
        recordingReads(
            reads,
            (order, flow) ->
                String.join(
                    ",", flow.callAll(IntStream.range(0, order).mapToObj(SHIP::with).toList(), 9)),
            TaskDefinition.of(SHIP)
                .handler(
                    (parcel, attempt) -> {
                      if (parcel == 3) {
                        gate.pass();
                      }
                      return "sent";
                    }))) {
      UUID id = node.add(ORDER.with(9));
      gate.awaitArrival();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 8);
      assertThat(node.baton.operations().task(id).runNow().isDone()).isTrue();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.WAIT, 2);
      assertThat(reads).containsOnly(0L);
      gate.open();
      node.completed(id, Rule.FINISH);
      assertThat(reads.stream().mapToLong(bytes -> bytes).sum())
          .isEqualTo(9L * "\"sent\"".length());
    }
  }

  @Test
  void requestsThatCannotBeCalledAreRefused() throws Exception {
    TaskType<Integer, String> brief = TaskType.of("BRIEF", Integer.class, String.class);
    try (TestNode node =
        node(
            (order, flow) -> {
              assertThatThrownBy(() -> flow.call(SHIP.with(1).id(UUID.randomUUID())))
                  .hasMessageContaining("its own identity");
              assertThatThrownBy(() -> flow.call(brief.with(1)))
                  .hasMessageContaining("aren't kept");
              assertThatThrownBy(() -> flow.callAll(List.of(SHIP.with(1)), 0))
                  .hasMessageContaining("At least one child");
              assertThat(flow.callAll(List.<TaskRequest<Integer, String>>of(), 1)).isEmpty();
              return "done";
            },
            TaskDefinition.of(brief).handler((p, a) -> "").keepDone(Duration.ZERO))) {
      UUID id = node.add(ORDER.with(1));
      assertThat(node.completed(id).error()).isNull();
    }
  }
}
