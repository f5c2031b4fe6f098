package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.row.TaskSpec;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Tests the tasks that a handler adds through its attempt. */
class AttemptTasksTest {
  private static final TaskRequest<Void, Void> CHILD =
      TaskRequest.of(TaskType.of("CHILD")).onHold();

  private final ConcurrentLinkedQueue<UUID> added = new ConcurrentLinkedQueue<>();

  @Test
  void addedTasksAreChildrenOnTheHandlersThreadAndOnOthers() throws Exception {
    UUID correlation = UUID.randomUUID();
    TaskDefinition<?, ?> parent =
        RawDefinition.of(
            "PARENT",
            attempt -> {
              Tasks tasks = attempt.tasks();
              Map<String, String> log = MDC.getCopyOfContextMap();
              added.add(tasks.add(CHILD).taskId());
              CompletableFuture.runAsync(() -> addEach(tasks)).get();
              assertThat(MDC.getCopyOfContextMap()).isEqualTo(log).isNotEmpty();
              return Outcome.done();
            });
    try (TestNode node = TestNode.start(b -> b.define(parent))) {
      UUID id =
          node.add(
              TaskRequest.of(TaskType.of("PARENT"))
                  .correlationId(correlation)
                  .context("tenant", "acme"));
      node.completed(id);
      assertThat(added).hasSize(4);
      for (UUID child : added) {
        TaskSpec spec = node.task(child).spec();
        assertThat(spec.parentId()).isEqualTo(id);
        assertThat(spec.correlationId()).isEqualTo(correlation);
        assertThat(spec.context()).containsEntry("tenant", "acme");
      }
      UUID alone = node.add(CHILD);
      assertThat(node.task(alone).spec().parentId()).isNull();
    }
  }

  private void addEach(Tasks tasks) {
    added.add(tasks.submit(CHILD).taskId());
    tasks.addAll(List.of(CHILD, CHILD)).stream().map(AddResult::taskId).forEach(added::add);
  }
}
