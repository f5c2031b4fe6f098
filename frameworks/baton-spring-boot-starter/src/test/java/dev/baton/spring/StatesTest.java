package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.handler.MoveResult;
import dev.baton.handler.Outcome;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** State machines send signals through the injected {@link Tasks}, which are a proxy. */
class StatesTest {
  private static final TaskType<Void, Void> SHIP = TaskType.of("SHIP");

  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  enum Step {
    ORDERED,
    PACKED
  }

  @Test
  void signalThroughInjectedTasksMovesTheTask() {
    StateMachine<Void, Void, Step, String> machine =
        StateMachine.of(SHIP, Step.class, String.class)
            .on(
                Step.ORDERED,
                step -> {
                  seen.add("ordered");
                  return step.park(Duration.ofHours(1), Step.PACKED, "waits");
                })
            .on(
                Step.PACKED,
                step -> {
                  seen.add(step.dataOr("nothing"));
                  return Outcome.done();
                });
    TestContexts.onH2()
        .withBean(TaskDefinition.class, () -> TaskDefinition.of(SHIP).states(machine))
        .run(
            context -> {
              Tasks tasks = context.getBean(Tasks.class);
              UUID id = tasks.add(TaskRequest.of(SHIP)).taskId();
              assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("ordered");
              assertThat(machine.move(tasks, id, task -> task.goTo(Step.PACKED, "parcel")))
                  .matches(MoveResult::wasApplied);
              assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("parcel");
            });
  }
}
