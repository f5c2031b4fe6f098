package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Limit;
import dev.baton.operate.TaskInfo;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests tasks that are claimed before a slot of the node is free. */
final class PrefetchTest {
  private static final int MAX_RUNNING = 4;
  private static final int A_LOT = 1_000;
  private static final String LATE = "no slot became free in time";

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger unopened = new AtomicInteger();
  private final Gate gate = new Gate();
  private final AtomicInteger quickOnes = new AtomicInteger(Integer.MAX_VALUE);
  private final TaskDefinition<?, ?> quick =
      RawDefinition.of(
              "T",
              attempt -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                if (quickOnes.decrementAndGet() < 0) {
                  unopened.incrementAndGet();
                  gate.pass();
                }
                running.decrementAndGet();
                return Outcome.done();
              })
          .limits(Limit.none());

  @Test
  void shortHandlersGetMoreClaimsButNotMoreSlots() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(quick).settings(s -> settings()))) {
      int added = addUntilSomeWait(node);
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, added);
      assertThat(most).hasValueLessThanOrEqualTo(MAX_RUNNING);
      node.assertNothingLeft();
    }
  }

  @Test
  void waitingTasksBehindSlowHandlersAreReleasedToAnotherNode() throws Exception {
    try (TestNode node = TestNode.start(b -> b.define(quick).settings(s -> settings()))) {
      UUID late = stallWithSomeWaiting(node).get(0).taskId();
      try (TestNode other =
          TestNode.on(
              node.store,
              b ->
                  b.define(RawDefinition.of("T", attempt -> Outcome.done()))
                      .settings(s -> settings()))) {
        Waiting.until("the late task is done", () -> isDone(other, late));
        assertThat(other.finished(late).attempts()).isEqualTo(1);
        assertThat(other.finished(late).losses()).isZero();
      }
      quickOnes.set(Integer.MAX_VALUE);
      gate.open();
    }
  }

  @Test
  void stopReleasesTasksThatNeverBegan() throws Exception {
    TestNode node = TestNode.start(b -> b.define(quick).settings(s -> settings()));
    stallWithSomeWaiting(node);
    gate.open();
    quickOnes.set(Integer.MAX_VALUE);
    assertThat(node.baton.stop(Duration.ofSeconds(20))).isTrue();
    assertThat(node.store.live())
        .allSatisfy(
            task -> {
              assertThat(task.position().status()).isEqualTo(Status.READY);
              assertThat(task.position().attempts()).isZero();
            });
  }

  /** Adds tasks until some were claimed that had to wait. Returns how many were added. */
  private int addUntilSomeWait(TestNode node) {
    int added = 0;
    while (mostWaiting(node) <= 2 * MAX_RUNNING) {
      add(node);
      added += A_LOT;
      int all = added;
      Waiting.until("all are done", () -> done(node) == all);
    }
    return added;
  }

  /** Makes handlers stop until others wait for them and are released. Returns the released ones. */
  private List<NodeEvent.LocalDispatchReleased> stallWithSomeWaiting(TestNode node)
      throws Exception {
    addUntilSomeWait(node);
    while (true) {
      quickOnes.set(A_LOT / 2);
      add(node);
      Waiting.until("handlers are blocked", () -> running.get() == MAX_RUNNING);
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      Waiting.until("late or not", () -> !late(node).isEmpty() || System.nanoTime() - end > 0);
      if (!late(node).isEmpty()) {
        return late(node);
      }
      quickOnes.set(Integer.MAX_VALUE);
      IntStream.range(0, unopened.getAndSet(0)).forEach(i -> gate.openForOne());
    }
  }

  private static List<NodeEvent.LocalDispatchReleased> late(TestNode node) {
    return node.events.all(NodeEvent.LocalDispatchReleased.class).stream()
        .filter(event -> event.reason().equals(LATE))
        .toList();
  }

  private static void add(TestNode node) {
    node.baton
        .tasks()
        .addAll(Collections.nCopies(A_LOT, withoutLocalDispatch(TaskRequest.of(TaskType.of("T")))));
  }

  private static long done(TestNode node) {
    return node.events.all(TaskEvent.Completed.class).size();
  }

  private static boolean isDone(TestNode node, UUID id) {
    return node.baton.operations().find(id).filter(TaskInfo::isFinished).isPresent();
  }

  /** Returns the largest number of tasks that were claimed and hadn't been started. */
  private static int mostWaiting(TestNode node) {
    int waiting = 0;
    int found = 0;
    for (TaskEvent event : node.events.all(TaskEvent.class)) {
      if (event instanceof NodeEvent.Claimed) {
        waiting++;
      } else if (event instanceof TaskEvent.Started) {
        waiting--;
      }
      found = Math.max(found, waiting);
    }
    return found;
  }

  private static NodeSettings settings() {
    return TestNode.QUICK.maxRunning(MAX_RUNNING);
  }
}
