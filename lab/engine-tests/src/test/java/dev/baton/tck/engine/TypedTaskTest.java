package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.api.codec.Compression;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Limit;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.FinishedTask;
import dev.baton.task.row.Task;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests tasks whose payload and result have classes. */
final class TypedTaskTest {
  record Payout(String partner, long cents) {}

  record Receipt(String reference) {}

  private static final TaskType<Payout, Receipt> PAYOUT =
      TaskType.of("PAYOUT", Payout.class, Receipt.class);
  private static final Payout TEN = new Payout("P", 1_000);

  private final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();

  @Test
  void handlerGetsThePayloadAndItsResultIsKept() throws Exception {
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(PAYOUT).handler((payout, attempt) -> new Receipt(payout.partner()));
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id = node.add(PAYOUT.with(TEN));
      node.completed(id, Rule.FINISH);
      assertThat(StoredType.of(PAYOUT).result(node.finished(id).result()))
          .isEqualTo(new Receipt("P"));
    }
  }

  @Test
  void everyKindOfHandlerGetsThePayload() throws Exception {
    TaskType<Payout, Void> working = TaskType.of("WORKING", Payout.class);
    TaskType<Payout, Void> deciding = TaskType.of("DECIDING", Payout.class);
    TaskType<Payout, Void> async = TaskType.of("ASYNC", Payout.class);
    TaskType<Payout, Void> inside = TaskType.of("TRANSACTIONAL", Payout.class);
    TaskDefinition<?, ?>[] definitions = {
      TaskDefinition.of(working).handler((payout, attempt) -> seen.add(payout)),
      TaskDefinition.of(deciding).outcome((payout, attempt) -> noted(payout)),
      TaskDefinition.of(async)
          .async((payout, attempt) -> CompletableFuture.completedFuture(noted(payout))),
      TaskDefinition.of(inside)
          .transactionalOutcome((payout, attempt, transaction) -> noted(payout)),
    };
    try (TestNode node = TestNode.start(b -> b.define(definitions))) {
      for (TaskType<Payout, Void> type : List.of(working, deciding, async, inside)) {
        node.completed(node.add(type.with(TEN)), Rule.FINISH);
      }
      assertThat(seen).containsExactly(TEN, TEN, TEN, TEN);
    }
  }

  @Test
  void aPayloadThatCannotBeReadEndsOnlyItsOwnTaskAndAtOnce() throws Exception {
    TaskDefinition<?, ?> working =
        TaskDefinition.of(PAYOUT).handler((payout, attempt) -> received(payout));
    TaskDefinition<?, ?> inside =
        TaskDefinition.of(TaskType.of("INSIDE", Payout.class))
            .transactionalOutcome((payout, attempt, transaction) -> noted(payout));
    try (TestNode node = TestNode.start(b -> b.define(working, inside))) {
      UUID broken = node.add(TaskType.of("PAYOUT", Bytes.class).with(Bytes.of("no JSON")));
      UUID alsoBroken = node.add(TaskType.of("INSIDE", Bytes.class).with(Bytes.of("[]")));
      UUID sound = node.add(PAYOUT.with(TEN));
      node.completed(sound, Rule.FINISH);
      for (UUID id : List.of(broken, alsoBroken)) {
        assertThat(node.completed(id).error()).contains("It can't be read as a").contains("Payout");
        Task task = node.task(id);
        assertThat(task.position().status()).isEqualTo(Status.ERROR);
        assertThat(node.starts(id)).isEqualTo(1);
      }
      assertThat(seen).containsExactly(TEN);
    }
  }

  @Test
  void payloadFormatIsNotInheritedByChildTasks() throws Exception {
    TaskType<String, Void> parent =
        TaskType.of("PARENT", String.class).version(2).compressed(Compression.GZIP);
    TaskType<String, Void> child = TaskType.of("CHILD", String.class);
    String wide = "x".repeat(10_000);
    TaskDefinition<?, ?> first =
        TaskDefinition.of(parent)
            .outcome(
                (payload, attempt) -> {
                  seen.add(payload);
                  return Outcome.next(child.with("from " + payload.length()));
                });
    TaskDefinition<?, ?> second =
        TaskDefinition.of(child).handler((payload, attempt) -> seen.add(payload));
    try (TestNode node = TestNode.start(b -> b.define(first, second))) {
      node.add(parent.with(wide).context("tenant", "T1"));
      Waiting.until("both ran", () -> seen.size() == 2);
      assertThat(seen).containsExactly(wide, "from 10000");
    }
  }

  @Test
  void tasksWithEqualPartsAreEqual() throws Exception {
    TaskType<Payout, Receipt> once = PAYOUT.unique(payout -> Unique.idFrom(payout.partner()));
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(once).handler((payout, attempt) -> received(payout));
    try (TestNode node = TestNode.start(b -> b.define(definition))) {
      UUID id = node.add(once.with(TEN));
      assertThat(node.baton.tasks().add(once.with(new Payout("P", 5))).wasAdded()).isFalse();
      node.completed(id, Rule.FINISH);
      FinishedTask finished = node.finished(id);
      assertThat(once.idOf(TEN)).contains(finished.id());
      assertThat(seen).containsExactly(TEN);
    }
  }

  @Test
  void oneDefinitionServesAPrefixOrSeveralTypes() throws Exception {
    TaskDefinition<?, ?> batches =
        RawDefinition.of("BATCH|", attempt -> noted(attempt.type())).asPrefix();
    TaskDefinition<?, ?> two = RawDefinition.of("A", attempt -> noted(attempt.type())).alsoFor("B");
    try (TestNode node = TestNode.start(b -> b.define(batches, two))) {
      for (String type : List.of("BATCH|X", "BATCH|Y|Z", "BATCH|", "A", "B")) {
        node.completed(node.add(TaskRequest.of(TaskType.of(type))), Rule.FINISH);
      }
      UUID unknown = node.add(TaskRequest.of(TaskType.of("BATCH")));
      assertThat(seen).containsExactly("BATCH|X", "BATCH|Y|Z", "BATCH|", "A", "B");
      assertThat(node.starts(unknown)).isZero();
    }
  }

  @Test
  void moreSpecificDefinitionOfATypeTakesPrecedence() throws Exception {
    TaskDefinition<?, ?>[] definitions = {
      RawDefinition.of("DELIVER|", attempt -> noted("any " + attempt.type())).asPrefix(),
      RawDefinition.of("DELIVER|A", attempt -> noted("A* " + attempt.type())).asPrefix(),
      RawDefinition.of("DELIVER|AX", attempt -> noted("AX " + attempt.type()))
          .bucket("slow")
          .limits(Limit.node(1)),
      RawDefinition.of("DELIVER|A|", attempt -> noted("A|* " + attempt.type())).asPrefix(),
    };
    try (TestNode node = TestNode.start(b -> b.define(definitions))) {
      for (String type :
          List.of(
              "DELIVER|B", "DELIVER|A", "DELIVER|AX", "DELIVER|AXY", "DELIVER|A|1", "DELIVER|")) {
        node.completed(node.add(TaskRequest.of(TaskType.of(type))), Rule.FINISH);
      }
      assertThat(seen)
          .containsExactly(
              "any DELIVER|B",
              "A* DELIVER|A",
              "AX DELIVER|AX",
              "A* DELIVER|AXY",
              "A|* DELIVER|A|1",
              "any DELIVER|");
      UUID later = node.add(TaskRequest.of(TaskType.of("DELIVER|AX")).runIn(Duration.ofHours(1)));
      assertThat(node.task(later).spec().bucket()).isEqualTo("slow");
    }
  }

  @Test
  void aTypesNameHasUpTo250Characters() throws Exception {
    String longest = "ü".repeat(250);
    try (TestNode node =
        TestNode.start(b -> b.define(RawDefinition.of(longest, attempt -> noted("it"))))) {
      node.completed(
          node.add(TaskRequest.of(TaskType.of(longest)).subType("漢".repeat(250))), Rule.FINISH);
      assertThatThrownBy(() -> node.add(TaskRequest.of(TaskType.of(longest + "x"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("type has 1-250 characters")
          .hasMessageContaining("has 251");
    }
  }

  @Test
  void tasksOfARetiredTypeEndWellAndDoNothing() throws Exception {
    try (TestNode node =
        TestNode.start(b -> b.define(TaskDefinition.of(TaskType.of("OLD")).retired()))) {
      UUID id = node.add(TaskType.of("OLD", Bytes.class).with(Bytes.of("whatever it was")));
      node.completed(id, Rule.FINISH);
      assertThat(node.finished(id).status()).isEqualTo(Status.DONE);
    }
  }

  private Receipt received(Payout payout) {
    seen.add(payout);
    return new Receipt(payout.partner());
  }

  private Outcome<Void> noted(Object payload) {
    seen.add(payload);
    return Outcome.done();
  }
}
