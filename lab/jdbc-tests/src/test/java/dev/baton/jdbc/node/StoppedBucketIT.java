package dev.baton.jdbc.node;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.jdbc.JdbcStore;
import dev.baton.local.LocalDatabase;
import dev.baton.operate.event.NodeEvent;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that tasks that were claimed before a slot was free go to another node when their bucket is
 * stopped.
 */
@Tag("deep")
class StoppedBucketIT extends NodesOnDatabase {
  private static final int SLOTS = 4;
  private static final int SOME = 500;
  private static final NodeSettings SETTINGS =
      NodeSettings.defaults()
          .lease(Duration.ofSeconds(Integer.getInteger("baton.it.leaseSeconds", 3)))
          .poll(Duration.ofMillis(100))
          .sweep(Duration.ofMillis(50))
          .maxRunning(SLOTS);

  private final Map<UUID, AtomicInteger> runs = new ConcurrentHashMap<>();
  private final AtomicInteger claimedAhead = new AtomicInteger();
  private final AtomicInteger standing = new AtomicInteger();
  private final AtomicBoolean stands = new AtomicBoolean();
  private final CountDownLatch slowOnesMayEnd = new CountDownLatch(1);

  StoppedBucketIT() {
    super(LocalDatabase.POSTGRES);
  }

  @Test
  void tasksThatWaitedForASlotRunOnTheOtherNode() throws Exception {
    try (Baton first = node(this::slowOnceSomeWait)) {
      while (!stands.get()) {
        first
            .tasks()
            .addAll(
                Collections.nCopies(SOME, withoutLocalDispatch(TaskRequest.of(TaskType.of("T")))));
        int before = runs.size();
        until("most are run", () -> stands.get() || runs.size() >= before + SOME / 2);
      }
      until("the slots are taken", () -> standing.get() == SLOTS);
      assertThat(claimedAhead).hasPositiveValue();
      first.stopBucket("default");
      try (Baton second = node(attempt -> {})) {
        until(
            "the other node has run all but the slow tasks",
            () -> count("SELECT count(*) FROM baton_task") == SLOTS);
        slowOnesMayEnd.countDown();
        until("all are done", () -> count("SELECT count(*) FROM baton_task") == 0);
        assertThat(second.stop(Duration.ofSeconds(10))).isTrue();
      }
    } finally {
      slowOnesMayEnd.countDown();
    }
    assertThat(runs.values()).allSatisfy(count -> assertThat(count).hasValue(1));
  }

  private Baton node(Consumer<Attempt> before) {
    return Baton.builder(JdbcStore.of(pool))
        .transactions(transactions)
        .settings(s -> SETTINGS)
        .listener(this::count)
        .define(
            RawDefinition.of(
                "T",
                attempt -> {
                  before.accept(attempt);
                  runs.computeIfAbsent(attempt.taskId(), id -> new AtomicInteger())
                      .incrementAndGet();
                  return Outcome.done();
                }))
        .start();
  }

  /**
   * Blocks handlers as soon as more tasks are claimed than have slots, so that some still wait when
   * all slots are taken.
   */
  private void slowOnceSomeWait(Attempt attempt) {
    if (claimedAhead.get() > SLOTS) {
      stands.set(true);
    }
    if (stands.get()) {
      standing.incrementAndGet();
      awaitUninterruptibly(slowOnesMayEnd);
    }
  }

  private void count(TaskEvent event) {
    if (event instanceof NodeEvent.Claimed) {
      claimedAhead.incrementAndGet();
    } else if (event instanceof TaskEvent.Started) {
      claimedAhead.decrementAndGet();
    }
  }

  private static void until(String what, Callable<Boolean> holds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    CountDownLatch pause = new CountDownLatch(1);
    while (!holds.call()) {
      assertThat(System.nanoTime()).as("timed out waiting until %s", what).isLessThan(end);
      boolean never = pause.await(5, TimeUnit.MILLISECONDS);
      assertThat(never).isFalse();
    }
  }
}
