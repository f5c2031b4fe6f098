package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.Conflict;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Unique;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests labels, which are set when a task is added and never change. */
class LabelTest {
  private final TaskDefinition<?, ?> work = RawDefinition.of("WORK", attempt -> Outcome.done());

  @Test
  void aTaskWithLabelsRunsByLocalDispatchAndIsFoundByThem() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(work))) {
      UUID id =
          node.baton.tasks().add(TaskRequest.of(TaskType.of("WORK")).label("a", "b")).taskId();
      node.completed(id);
      assertThat(found(node, TaskFilter.all().label("a", "b").status(Status.DONE)))
          .singleElement()
          .satisfies(task -> assertThat(task.labels()).isEqualTo(Map.of("a", "b")));
    }
  }

  @Test
  void duplicateRequestDoesNotChangeTheTasksLabels() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(work))) {
      TaskRequest<Bytes, Void> request =
          TaskType.of("WORK", Bytes.class).with(Bytes.of("x")).onHold();
      Unique key = Unique.whileLive("k");
      UUID id = node.add(request.unique(key).label("n", "first"));
      TaskRequest<?, ?> merged =
          request.unique(key, Conflict.merge((there, submitted) -> there)).label("n", "second");
      node.baton.tasks().add(merged);
      assertThat(found(node, TaskFilter.all().label("n", "first")))
          .extracting(TaskInfo::id)
          .containsExactly(id);
      assertThat(found(node, TaskFilter.all().label("n", "second"))).isEmpty();
    }
  }

  @Test
  void labelsSurviveAllChangesOfTheirTask() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(work))) {
      TaskRequest<Void, Void> request = TaskRequest.of(TaskType.of("WORK"));
      Unique own = Unique.id(UUID.randomUUID());
      Conflict<Void> debounce = Conflict.debounce(Duration.ofHours(1), Duration.ofHours(9));
      UUID id = node.add(request.unique(own, debounce).label("n", "first"));
      node.add(request.unique(own, debounce).label("n", "second"));
      Operations operations = node.baton.operations();
      operations
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .rescheduleIn(Duration.ofHours(2));
      operations
          .task(id)
          .ifUnchangedSince(node.task(id).position().version())
          .edit(Bytes.of("edited"));
      operations.task(id).ifUnchangedSince(node.task(id).position().version()).cancel("no more");
      node.add(
          request.runIn(Duration.ofHours(1)).unique(own, Conflict.runAgain()).label("n", "third"));
      assertThat(found(node, TaskFilter.all().label("n", "first")))
          .extracting(TaskInfo::id)
          .containsExactly(id);
      assertThat(found(node, TaskFilter.all().label("n", "second"))).isEmpty();
      assertThat(found(node, TaskFilter.all().label("n", "third"))).isEmpty();
    }
  }

  @Test
  void invalidLabelsAreRefusedBeforeAnythingIsWritten() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(work))) {
      TaskRequest<?, ?> request = TaskRequest.of(TaskType.of("WORK"));
      refused(request, "", "x", "A label's name has 1-60 of the characters");
      refused(request, "a=b", "x", "A label's name");
      refused(request, "a".repeat(61), "x", "A label's name");
      refused(request, "a", "b ", "doesn't end with a blank; that of 'a' does");
      refused(request, "a", "", "has 1-120 characters; that of 'a' has 0");
      refused(request, "a", "x".repeat(121), "that of 'a' has 121");
      refused(request, "a", "x\ny", "must not contain control characters");
      refused(request, "a", "\uD800", "half a surrogate pair");
      assertThat(node.store.live()).isEmpty();
      assertThatThrownBy(() -> TaskFilter.all().label("a b", "x"))
          .hasMessageContaining("A label's name");
    }
  }

  private static void refused(TaskRequest<?, ?> request, String name, String value, String words) {
    assertThatThrownBy(() -> request.label(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  private static List<TaskInfo> found(TestNode node, TaskFilter filter) {
    return node.baton.operations().search(filter).page(100).items();
  }
}
