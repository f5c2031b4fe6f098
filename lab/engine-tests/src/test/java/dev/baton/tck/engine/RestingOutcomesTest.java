package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.task.Bytes;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tests that outcomes that no caller awaits may be delayed before they are written, and no others
 * with them.
 */
final class RestingOutcomesTest {
  private static final int MAX_TRIES = 200;
  private static final int BUNCH = 50;

  @Test
  void awaitedOutcomeIsWrittenAtOnceWithAllDelayedOutcomes() throws Exception {
    HaltedRuntime runtime = new HaltedRuntime();
    AtomicInteger runs = new AtomicInteger();
    TaskDefinition<?, ?> plain =
        RawDefinition.of(
            "PLAIN",
            attempt -> {
              runs.incrementAndGet();
              return Outcome.done();
            });
    TaskDefinition<?, ?> asked =
        RawDefinition.of("ASKED", attempt -> Outcome.done(Bytes.of(new byte[] {1})));
    try (TestNode node = TestNode.start(b -> b.runtime(runtime).define(plain, asked))) {
      runtime.halt();
      try {
        untilSomeRest(node, runs);
        node.add(TaskRequest.of(TaskType.of("ASKED")));
        node.assertNothingLeft();
      } finally {
        runtime.goOn();
      }
    }
  }

  /**
   * Waits until some outcomes are delayed. No delay ends by itself while the clock stands still, so
   * they can be seen.
   */
  private static void untilSomeRest(TestNode node, AtomicInteger runs) throws InterruptedException {
    for (int i = 1; i <= MAX_TRIES; i++) {
      int all = i * BUNCH;
      node.baton.tasks().addAll(Collections.nCopies(BUNCH, TaskRequest.of(TaskType.of("PLAIN"))));
      Waiting.until("all have run", () -> runs.get() == all);
      Waiting.until("all have ended", () -> node.baton.slotsInUse() == 0);
      Thread.sleep(20);
      if (node.baton.leasedTasks() > 0) {
        return;
      }
    }
    assertThat(node.baton.leasedTasks()).as("outcomes that rest").isPositive();
  }

  /** The machine's runtime with a clock that a test can stop. */
  private static final class HaltedRuntime extends LivedRuntime {
    private volatile boolean halted;
    private volatile long haltedNanos;

    void halt() {
      haltedNanos = super.nanoTime();
      halted = true;
    }

    void goOn() {
      halted = false;
    }

    @Override
    public long nanoTime() {
      return halted ? haltedNanos : super.nanoTime();
    }
  }
}
