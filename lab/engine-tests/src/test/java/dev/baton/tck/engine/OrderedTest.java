package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.AddResult;
import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Unique;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.BulkControl;
import dev.baton.operate.BulkPreview;
import dev.baton.operate.BulkReport;
import dev.baton.operate.ChangeResult;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.WaitReason;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests tasks of one key that run one after the other, in the order of their commits. */
final class OrderedTest {
  private static final TaskType<Void, Void> MAIL = TaskType.of("MAIL").ordered();

  private final Map<String, ConcurrentLinkedQueue<UUID>> ran = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

  private TaskDefinition<?, ?>[] definitions() {
    return new TaskDefinition<?, ?>[] {
      RawDefinition.of(
              "MAIL",
              attempt -> {
                AtomicInteger here =
                    running.computeIfAbsent(attempt.key(), k -> new AtomicInteger());
                assertThat(here.incrementAndGet()).isEqualTo(1);
                try {
                  if (attempt.number() == 1 && attempt.taskId().hashCode() % 7 == 0) {
                    throw new IllegalStateException("once more");
                  }
                  ran.computeIfAbsent(attempt.key(), k -> new ConcurrentLinkedQueue<>())
                      .add(attempt.taskId());
                  return Outcome.done();
                } finally {
                  here.decrementAndGet();
                }
              })
          .retry(Retry.fixed(Duration.ofMillis(1)).maxAttempts(3)),
      RawDefinition.of(
              "STUCK",
              attempt -> {
                throw new IllegalStateException("broken");
              })
          .retry(Retry.never())
    };
  }

  @Test
  void tasksOfAKeyRunOneAfterTheOtherOnManyNodesAndThroughRetries() throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    List<TestNode> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        nodes.add(TestNode.on(store, b -> b.define(definitions())));
      }
      Map<String, List<UUID>> added = new ConcurrentHashMap<>();
      UUID last = new UUID(0, 0);
      for (int i = 0; i < 40; i++) {
        for (String key : List.of("a", "b", "c")) {
          last = nodes.get(i % 3).add(TaskRequest.of(MAIL).key(key));
          added.computeIfAbsent(key, k -> new ArrayList<>()).add(last);
        }
      }
      for (List<UUID> ids : added.values()) {
        String key =
            added.entrySet().stream()
                .filter(e -> e.getValue() == ids)
                .findFirst()
                .orElseThrow()
                .getKey();
        Waiting.until(
            "all of " + key + " ran",
            () -> ran.getOrDefault(key, new ConcurrentLinkedQueue<>()).size() == 40);
      }
      added.forEach((key, ids) -> assertThat(ran.get(key)).containsExactlyElementsOf(ids));
    } finally {
      nodes.forEach(TestNode::close);
    }
  }

  @Test
  void aRequestByTheNameOfAnOrderedTypeIsOrderedWhereADefinitionSaysSo() throws Exception {
    TaskType<String, Void> typed = TaskType.of("TYPED", String.class).ordered();
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(typed).handler((word, attempt) -> {}).alsoFor("OTHER");
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      Tasks tasks = node.baton.tasks();
      UUID first = tasks.add(typed.with("a").key("k").runIn(Duration.ofDays(1))).taskId();
      UUID second =
          tasks.add(TaskType.of("TYPED", Bytes.class).with(Bytes.of("\"b\"")).key("k")).taskId();
      assertThat(node.baton.operations().task(second).explain().reasons())
          .containsExactly(new WaitReason.WaitsFor(1, List.of(first)));
      assertThatThrownBy(() -> tasks.add(TaskType.of("TYPED", Bytes.class).with(Bytes.of("\"c\""))))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("has no key");
      UUID other = tasks.add(TaskType.of("OTHER", Bytes.class).with(Bytes.of("\"d\""))).taskId();
      node.completed(other, Rule.FINISH);
    }
  }

  @Test
  void taskInErrorStopsItsKeyUntilAnOperatorEndsIt() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definitions()))) {
      UUID first = node.add(TaskRequest.of(TaskType.of("STUCK").ordered()).key("a"));
      node.completed(first, Rule.STOP_IN_ERROR);
      UUID second = node.add(TaskRequest.of(TaskType.of("STUCK").ordered()).key("a"));
      UUID third = node.add(TaskRequest.of(TaskType.of("STUCK").ordered()).key("a"));
      TaskInfo stopped = node.baton.operations().find(first).orElseThrow();
      WaitReason.Root root =
          new WaitReason.Root(first, "STUCK", Status.ERROR, stopped.changedAt(), 2);
      assertThat(node.baton.operations().task(second).explain().reasons())
          .containsExactly(new WaitReason.WaitsFor(1, List.of(first)), root);
      assertThat(node.baton.operations().task(third).explain().reasons())
          .containsExactly(new WaitReason.WaitsFor(1, List.of(second)), root);
      assertThat(node.baton.operations().task(third).explain().text())
          .endsWith(
              "the first task in its way is "
                  + first
                  + " of type STUCK, ERROR since "
                  + stopped.changedAt()
                  + "; 2 tasks wait behind it.");
      assertThat(node.baton.operations().task(first).explain().behind()).isEqualTo(2);
      long version = stopped.version();
      node.baton.operations().task(first).ifUnchangedSince(version).fail("not to be had");
      node.completed(second, Rule.STOP_IN_ERROR);
    }
  }

  @Test
  void exhaustedTaskMayLetItsKeyContinue() throws Exception {
    TaskDefinition<?, ?> aside =
        RawDefinition.of(
                "ASIDE",
                attempt -> {
                  ran.computeIfAbsent("ASIDE", k -> new ConcurrentLinkedQueue<>())
                      .add(attempt.taskId());
                  if (attempt.payloadText().equals("broken")) {
                    throw new IllegalStateException("broken");
                  }
                  return Outcome.done();
                })
            .retry(Retry.fixed(Duration.ofMillis(1)).maxAttempts(3))
            .failWhenExhausted();
    try (TestNode node = TestNode.start(b -> b.define(aside))) {
      TaskType<Bytes, Void> type = TaskType.of("ASIDE", Bytes.class).ordered();
      UUID first = node.add(type.with(Bytes.of("broken")).key("a"));
      UUID second = node.add(type.with(Bytes.of("whole")).key("a"));
      node.completed(second, Rule.FINISH);
      assertThat(node.finished(first).status()).isEqualTo(Status.FAILED);
      assertThat(ran.get("ASIDE")).containsExactly(first, first, first, second);
    }
  }

  @Test
  void retriedTaskKeepsItsPlaceAndCancelledTaskLosesIt() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definitions()))) {
      TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("STUCK").ordered()).key("a");
      UUID first = node.add(request);
      UUID second = node.add(request);
      UUID third = node.add(request);
      node.completed(first, Rule.STOP_IN_ERROR);
      node.baton.operations().task(first).ifUnchangedSince(version(node, first)).retry();
      node.events.await(TaskEvent.Completed.class, e -> e.rule() == Rule.STOP_IN_ERROR, 2);
      assertThat(node.starts(first)).isEqualTo(2);
      assertThat(node.starts(second)).isZero();
      node.baton
          .operations()
          .task(second)
          .ifUnchangedSince(version(node, second))
          .cancel("not needed");
      assertThat(node.baton.operations().find(third).orElseThrow().status())
          .isEqualTo(Status.BLOCKED);
      node.baton
          .operations()
          .task(first)
          .ifUnchangedSince(version(node, first))
          .cancel("not to be had");
      node.completed(third, Rule.STOP_IN_ERROR);
      assertThat(node.starts(second)).isZero();
    }
  }

  private static long version(TestNode node, UUID id) {
    return node.baton.operations().find(id).orElseThrow().version();
  }

  @Test
  void finishedOrderedTaskIsNotRunAgain() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definitions()))) {
      UUID id = node.add(TaskRequest.of(MAIL).key("a"));
      node.completed(id, Rule.FINISH);
      int starts = node.starts(id); // two, if its first attempt failed
      TaskInfo finished = node.baton.operations().find(id).orElseThrow();
      assertThat(finished.status()).isEqualTo(Status.DONE);
      assertThat(node.baton.operations().task(id).ifUnchangedSince(finished.version()).runAgain())
          .extracting(ChangeResult::kind)
          .isEqualTo(ChangeResult.Kind.NOT_ALLOWED);
      BulkControl bulk = node.baton.operations().bulk(TaskFilter.all().ids(Set.of(id)));
      assertThat(bulk.dryRun().runAgain()).isEqualTo(new BulkPreview(1, 0, 1, Optional.empty()));
      assertThat(bulk.runAgain()).isEqualTo(new BulkReport(1, 0, 1, Optional.empty()));
      assertThat(node.starts(id)).isEqualTo(starts);
    }
  }

  @Test
  void unorderableRequestsAreRefusedBeforeAnythingIsWritten() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definitions()))) {
      assertThatThrownBy(() -> node.add(TaskRequest.of(MAIL)))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContaining("has no key");
      TaskRequest<?, ?> request = TaskRequest.of(MAIL).key("a");
      assertThatThrownBy(() -> node.add(request.onHold())).hasMessageContaining("on hold");
      assertThatThrownBy(() -> node.add(request.unique(Unique.whileKept("u"), Conflict.runAgain())))
          .hasMessageContaining("order");
      assertThatThrownBy(
              () ->
                  node.add(
                      request.unique(
                          Unique.whileLive("u"),
                          Conflict.debounce(Duration.ofSeconds(1), Duration.ofSeconds(2)))))
          .hasMessageContaining("order");
    }
  }

  @Test
  void orderedTaskAddedTwiceUnderAUniqueKeyIsJoined() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(definitions()))) {
      TaskRequest<?, ?> later =
          TaskRequest.of(MAIL).key("a").runIn(Duration.ofHours(1)).unique(Unique.whileLive("u"));
      UUID first = node.add(later);
      assertThat(node.baton.tasks().add(later)).isEqualTo(new AddResult.AlreadyExists(first));
      assertThat(node.baton.operations().find(first).orElseThrow().status())
          .isEqualTo(Status.WAITING);
    }
  }
}
