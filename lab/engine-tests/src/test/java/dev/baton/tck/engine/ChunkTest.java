package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.SignalType;
import dev.baton.api.TaskType;
import dev.baton.handler.ChunkItem;
import dev.baton.handler.Chunks;
import dev.baton.handler.OnLost;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.limit.Limit;
import dev.baton.operate.TaskFilter;
import dev.baton.task.Bytes;
import dev.baton.task.LastOutcome;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Tests a handler that gets many tasks in one call, each of which ends separately. */
class ChunkTest {
  private static final TaskType<String, String> MAIL =
      TaskType.of("MAIL", String.class, String.class);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final ConcurrentLinkedQueue<List<String>> calls = new ConcurrentLinkedQueue<>();
  private final Gate gate = new Gate();

  private TestNode node(TaskDefinition<?, ?> definition) {
    return TestNode.on(
        store, with -> with.define(definition.retry(Retry.fixed(Duration.ZERO).maxAttempts(2))));
  }

  private static TaskDefinition<String, String> chunks(
      int size, TaskDefinition.ChunkHandler<String, String> handler) {
    return TaskDefinition.of(MAIL).chunks(Chunks.of(size).linger(LONG), handler);
  }

  private void note(List<ChunkItem<String, String>> items) {
    assertThat(MDC.getCopyOfContextMap()).containsOnly(Map.entry("batonTaskType", "MAIL"));
    calls.add(items.stream().map(ChunkItem::payload).sorted().toList());
  }

  private static List<UUID> add(TestNode node, String... payloads) {
    List<UUID> ids = new ArrayList<>();
    for (String payload : payloads) {
      ids.add(node.baton.tasks().submit(MAIL.with(payload)).taskId());
    }
    return ids;
  }

  @Test
  void oneCallHandlesAFullChunkAndEachTaskHasItsResult() throws Exception {
    TaskDefinition<?, ?> answers =
        chunks(
            3,
            items -> {
              note(items);
              items.forEach(item -> item.done("to " + item.payload()));
            });
    try (TestNode node = node(answers)) {
      for (UUID id : add(node, "a", "b", "c")) {
        node.completed(id, Rule.FINISH);
      }
      assertThat(calls).containsExactly(List.of("a", "b", "c"));
      UUID last = add(node, "d", "e", "f").get(2);
      node.completed(last, Rule.FINISH);
      assertThat(node.baton.tasks().handle(MAIL, last).lastResult()).contains("to f");
      assertThat(calls).hasSize(2);
      node.assertNothingLeft();
    }
  }

  @Test
  void chunkStartsWithFewerTasksAfterTheLongestWait() throws Exception {
    TaskDefinition<?, ?> notes =
        TaskDefinition.of(MAIL).chunks(Chunks.of(100).linger(SHORT), this::note);
    try (TestNode node = node(notes)) {
      List<UUID> ids = add(node, "a", "b");
      node.completed(ids.get(0), Rule.FINISH);
      node.completed(ids.get(1), Rule.FINISH);
      assertThat(calls.stream().flatMap(List::stream)).containsExactlyInAnyOrder("a", "b");
    }
  }

  @Test
  void failedTaskOfAChunkIsRetriedAloneAndTheOthersAreDone() throws Exception {
    TaskDefinition<?, ?> failing =
        TaskDefinition.of(MAIL)
            .chunks(
                Chunks.of(3).linger(Duration.ofMillis(200)),
                items -> {
                  note(items);
                  items.stream()
                      .filter(item -> item.payload().equals("b") && item.attempt().number() == 1)
                      .forEach(item -> item.fail(new IllegalStateException("no such address")));
                });
    try (TestNode node = node(failing)) {
      List<UUID> ids = add(node, "a", "b", "c");
      assertThat(node.completed(ids.get(1), Rule.RETRY_NOW).error()).contains("no such address");
      for (UUID id : ids) {
        node.completed(id, Rule.FINISH);
      }
      assertThat(calls).containsExactly(List.of("a", "b", "c"), List.of("b"));
      assertThat(node.baton.operations().task(ids.get(0)).attempts()).hasSize(1);
      assertThat(node.baton.operations().task(ids.get(1)).attempts()).hasSize(2);
    }
  }

  @Test
  void exceptionFailsTheTasksWithoutAnEnd() throws Exception {
    TaskDefinition<?, ?> breaks =
        chunks(
            2,
            items -> {
              items.stream().filter(i -> i.payload().equals("a")).forEach(ChunkItem::done);
              throw new IllegalStateException("the line is dead");
            });
    try (TestNode node = TestNode.on(store, with -> with.define(breaks.retry(Retry.never())))) {
      List<UUID> ids = add(node, "a", "b");
      node.completed(ids.get(0), Rule.FINISH);
      assertThat(node.completed(ids.get(1), Rule.STOP_IN_ERROR).error()).contains("line is dead");
    }
  }

  @Test
  void endOfOneTaskIsWrittenAtOnceAndFreesItsSlot() throws Exception {
    TaskDefinition<?, ?> slow =
        chunks(
            2,
            items -> {
              items.get(0).done();
              assertThatThrownBy(() -> items.get(0).end(Outcome.failed("twice")))
                  .hasMessageContaining("is already set");
              gate.pass();
            });
    try (TestNode node = node(slow)) {
      add(node, "a", "b");
      gate.awaitArrival();
      Waiting.until("one slot is free", () -> node.baton.slotsInUse() == 1);
      gate.open();
      node.assertNothingLeft();
    }
  }

  @Test
  void unreadablePayloadStopsOnlyItsOwnTask() throws Exception {
    try (TestNode node = node(chunks(2, this::note))) {
      UUID broken = node.add(TaskType.of("MAIL", Bytes.class).with(Bytes.of("{not json")));
      List<UUID> ids = add(node, "a", "b");
      node.completed(broken, Rule.STOP_IN_ERROR);
      node.completed(ids.get(0), Rule.FINISH);
      node.completed(ids.get(1), Rule.FINISH);
      assertThat(calls).containsExactly(List.of("a", "b"));
    }
  }

  @Test
  void onlyTheLastCancelledTaskInterruptsTheCall() throws Exception {
    AtomicBoolean first = new AtomicBoolean();
    TaskDefinition<?, ?> slow =
        chunks(
            2,
            items -> {
              first.set(items.get(0).attempt().isCancelled());
              gate.pass();
            });
    try (TestNode node = node(slow)) {
      List<UUID> ids = add(node, "a", "b");
      gate.awaitArrival();
      node.baton.tasks().cancel(ids.get(0), "not wanted");
      assertThat(node.finished(ids.get(0)).status()).isEqualTo(Status.CANCELLED);
      assertThat(node.task(ids.get(1)).position().status()).isEqualTo(Status.RUNNING);
      node.baton.tasks().cancel(ids.get(1), "not wanted either");
      node.assertNothingLeft();
      assertThat(first).isFalse();
    }
  }

  @Test
  void taskCancelledWhileTheChunkCollectsIsNotHandled() throws Exception {
    try (TestNode node = node(chunks(3, this::note))) {
      List<UUID> ids = add(node, "a", "b");
      Waiting.until("both are gathered", () -> node.starts(ids.get(1)) == 1);
      node.baton.tasks().cancel(ids.get(0), "not wanted");
      UUID last = add(node, "c").get(0);
      node.completed(last, Rule.FINISH);
      // One call, unless the second task has started but is not collected yet when the first call
      // begins.
      assertThat(calls.stream().flatMap(List::stream)).containsExactlyInAnyOrder("b", "c");
      node.assertNothingLeft();
    }
  }

  @Test
  void aDeadlineEndsEachTaskAndInterruptsTheCall() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    TaskDefinition<?, ?> slow =
        chunks(
                2,
                items -> {
                  try {
                    gate.pass();
                  } catch (InterruptedException late) {
                    interrupted.set(true);
                    throw late;
                  }
                })
            .deadline(Duration.ofMillis(200));
    try (TestNode node = TestNode.on(store, with -> with.define(slow.retry(Retry.never())))) {
      for (UUID id : add(node, "a", "b")) {
        assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("deadline");
      }
      Waiting.until("it is interrupted", interrupted::get);
      node.assertNothingLeft();
    }
  }

  @Test
  void stopReleasesCollectedTasks() throws Exception {
    UUID id;
    try (TestNode stopping =
        node(
            TaskDefinition.of(MAIL)
                .chunks(Chunks.of(100).linger(SHORT.multipliedBy(4)), this::note))) {
      id = add(stopping, "a").get(0);
      Waiting.until("it is gathered", () -> stopping.starts(id(stopping)) == 1);
      assertThat(stopping.baton.stop(Duration.ofSeconds(10))).isTrue();
      assertThat(calls).isEmpty();
    }
    try (TestNode other = node(chunks(1, this::note))) {
      other.completed(id, Rule.FINISH);
      assertThat(calls).containsExactly(List.of("a"));
      assertThat(other.baton.operations().task(id).attempts()).hasSize(1);
    }
  }

  @Test
  void impatientStopReleasesTasksThatWereNeverHandled() throws Exception {
    UUID id;
    try (TestNode stopping = node(chunks(2, this::note).onLost(OnLost.stop()))) {
      id = add(stopping, "a").get(0);
      Waiting.until("it is gathered", () -> stopping.starts(id(stopping)) == 1);
      assertThat(stopping.baton.stop(Duration.ofMillis(10))).isTrue();
      assertThat(stopping.task(id).position().status()).isEqualTo(Status.READY);
      assertThat(stopping.task(id).position().attempts()).isZero();
    }
    assertThat(calls).isEmpty();
  }

  private static UUID id(TestNode node) {
    return node.baton
        .operations()
        .search(TaskFilter.all().type("MAIL"))
        .page(1)
        .items()
        .get(0)
        .id();
  }

  @Test
  void theSlotsOfTheTypeBoundItsChunks() throws Exception {
    TaskDefinition<?, ?> bounded =
        TaskDefinition.of(MAIL)
            .chunks(Chunks.of(10).linger(SHORT), this::note)
            .limits(Limit.node(2));
    try (TestNode node = node(bounded)) {
      for (UUID id : add(node, "a", "b", "c", "d", "e")) {
        node.completed(id, Rule.FINISH);
      }
      assertThat(calls).allSatisfy(call -> assertThat(call).hasSizeBetween(1, 2));
    }
  }

  @Test
  void chunksByKeyHaveTasksOfOneKey() throws Exception {
    try (TestNode node =
        node(TaskDefinition.of(MAIL).chunks(Chunks.of(2).linger(LONG).byKey(), this::note))) {
      List<UUID> ids = new ArrayList<>();
      for (String payload : List.of("a1", "b1", "a2", "b2")) {
        ids.add(
            node.baton.tasks().submit(MAIL.with(payload).key(payload.substring(0, 1))).taskId());
      }
      for (UUID id : ids) {
        node.completed(id, Rule.FINISH);
      }
      assertThat(calls).containsExactlyInAnyOrder(List.of("a1", "a2"), List.of("b1", "b2"));
    }
  }

  @Test
  void eachTaskOfAChunkMayContinueWaitOrRepeatSeparately() throws Exception {
    TaskDefinition<?, ?> walks =
        chunks(
            2,
            items -> {
              for (ChunkItem<String, String> item : items) {
                calls.add(List.of(item.payload() + item.attempt().state()));
                boolean isNew = item.attempt().state().isEmpty();
                item.end(isNew ? new HandlerOutcome.GoTo<>("NEXT", null) : Outcome.done(null));
              }
            });
    try (TestNode node = node(walks)) {
      for (UUID id : add(node, "a", "b")) {
        node.completed(id, Rule.FINISH);
      }
      assertThat(calls)
          .containsExactlyInAnyOrder(
              List.of("a"), List.of("b"), List.of("aNEXT"), List.of("bNEXT"));
    }
  }

  @Test
  void lostLeaseAffectsOnlyItsOwnTask() throws Exception {
    TaskDefinition<?, ?> slow = chunks(2, items -> gate.pass());
    try (TestNode node = node(slow)) {
      List<UUID> ids = add(node, "a", "b");
      gate.awaitArrival();
      RowSignals.of(node.baton.tasks())
          .signal(ids.get(0), task -> RowDecision.park(Duration.ofHours(1), "", null));
      gate.open();
      node.completed(ids.get(1), Rule.FINISH);
      assertThat(node.task(ids.get(0)).position().status()).isEqualTo(Status.WAITING);
      assertThat(node.task(ids.get(0)).position().lastOutcome()).isEqualTo(LastOutcome.CONTINUES);
      node.assertNothingLeft();
    }
  }

  @Test
  void invalidChunksAreRefused() throws Exception {
    assertThatThrownBy(() -> Chunks.of(0)).hasMessageContaining("1 to 10000");
    assertThatThrownBy(() -> Chunks.of(10_001)).hasMessageContaining("1 to 10000");
    assertThatThrownBy(() -> Chunks.of(1).linger(Duration.ofMinutes(2)))
        .hasMessageContaining("0 to 60 seconds");
    TaskDefinition<?, ?> awaits =
        chunks(
            1, items -> items.get(0).attempt().awaitSignal(SignalType.of("a", Bytes.class), LONG));
    try (TestNode node = TestNode.on(store, with -> with.define(awaits.retry(Retry.never())))) {
      UUID id = add(node, "a").get(0);
      assertThat(node.completed(id, Rule.STOP_IN_ERROR).error()).contains("handled in a chunk");
    }
  }
}
