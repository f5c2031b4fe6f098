package dev.baton.jdbc.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.HandlerOutcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.handler.internal.RawHandler;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Limit;
import dev.baton.local.LocalDatabase;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.row.When;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a limit of a state is about as fast as the same limit of a type. */
@Tag("deep")
final class StateLimitIT extends NodesOnDatabase {
  private static final int TASKS = 100;
  private static final Duration WORK = Duration.ofMillis(5);

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final AtomicInteger due = new AtomicInteger();

  StateLimitIT() {
    super(LocalDatabase.POSTGRES);
  }

  @Test
  void tasksParkedInALimitedStateRunOneAfterTheOther() throws Exception {
    RawHandler.Sync work = attempt -> alone();
    RawHandler.Sync parksFirst =
        attempt ->
            attempt.state().isEmpty()
                ? new HandlerOutcome.Park<>(When.in(Duration.ofMillis(1)), "LIMITED", null)
                : alone();
    TaskDefinition<?, ?> byType = RawDefinition.of("TYPE", work).limits(Limit.node(1));
    TaskDefinition<?, ?> byState =
        RawDefinition.limitsIn(
            RawDefinition.of("STATE", parksFirst), List.of("LIMITED"), Limit.node(1));
    try (Baton node = node().define(byType, byState).listener(this::count).start()) {
      double ofType = seconds(node, "TYPE", TASKS);
      double ofState = seconds(node, "STATE", 2 * TASKS);
      System.out.printf(
          Locale.ROOT,
          "%d tasks of 5 ms, one at a time: %.2f s by a limit of the type, %.2f s of the state%n",
          TASKS,
          ofType,
          ofState);
      assertThat(mostRunning).hasValue(1);
      // Each task was due once: the sweeper does not serve tasks that wait for a slot.
      assertThat(due).hasValue(TASKS);
      // Twice as long, because each task was claimed and parked before; with room for a loaded
      // machine.
      assertThat(ofState).isLessThan(4 * ofType + 4);
    }
  }

  private double seconds(Baton node, String type, int finished) throws Exception {
    long began = System.nanoTime();
    for (int i = 0; i < TASKS; i++) {
      node.tasks().add(TaskRequest.of(TaskType.of(type)));
    }
    awaitFinished(finished);
    return (System.nanoTime() - began) / 1e9;
  }

  private Outcome<?> alone() {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    LockSupport.parkNanos(WORK.toNanos());
    running.decrementAndGet();
    return Outcome.done();
  }

  private void count(TaskEvent event) {
    if (event instanceof NodeEvent.Due some) {
      due.addAndGet(some.count());
    }
  }
}
