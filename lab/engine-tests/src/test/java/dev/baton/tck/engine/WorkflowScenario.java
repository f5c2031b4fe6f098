package dev.baton.tck.engine;

import static dev.baton.handler.TaskDefinition.of;

import dev.baton.api.TaskType;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.TaskDefinition.ResultWorkflowHandler;
import dev.baton.handler.Workflow;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.tck.MemoryNoteStore;
import dev.baton.tck.MemoryTaskStore;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Nodes that run workflows, and what these workflows recorded. */
abstract class WorkflowScenario {
  static final TaskType<Integer, String> ORDER = TaskType.of("ORDER", Integer.class, String.class);
  static final TaskType<Integer, String> SHIP = TaskType.of("SHIP", Integer.class, String.class);
  static final Duration LONG = Duration.ofHours(5);

  final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  final TransactionalNoteStore notes = new MemoryNoteStore(store);
  final ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();

  static TaskDefinition<Integer, String> order(ResultWorkflowHandler<Integer, String> handler) {
    return of(ORDER).workflow(handler).retry(Retry.fixed(Duration.ZERO).maxAttempts(4));
  }

  TestNode node(ResultWorkflowHandler<Integer, String> handler, TaskDefinition<?, ?>... others) {
    return TestNode.on(
        store,
        with -> {
          with.define(order(handler));
          for (TaskDefinition<?, ?> other : others) {
            with.define(other);
          }
          return with;
        });
  }

  /** Records a step and its key. */
  String charge(Workflow flow) {
    return flow.step(
        "charge",
        String.class,
        key -> {
          seen.add(key);
          return "paid";
        });
  }
}
