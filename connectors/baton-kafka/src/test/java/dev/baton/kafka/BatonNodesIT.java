package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.spi.Stores;
import dev.baton.tck.MemoryLeadership;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests nodes on one store that are connected by Kafka. One node only adds tasks. */
class BatonNodesIT {
  private static final Duration RARELY = Duration.ofSeconds(30);
  private static final int TASKS = 300;

  private final MemoryTaskStore store = new MemoryTaskStore(InstantSource.system());
  private final MemoryLeadership leadership =
      new MemoryLeadership(InstantSource.system(), Duration.ofSeconds(30));
  private final Map<UUID, Long> starts = new ConcurrentHashMap<>();
  private final Map<UUID, Integer> runs = new ConcurrentHashMap<>();
  private final TaskDefinition<?, ?> quick =
      RawDefinition.of(
          "QUICK",
          attempt -> {
            starts.putIfAbsent(attempt.taskId(), System.nanoTime());
            runs.merge(attempt.taskId(), 1, Integer::sum);
            return Outcome.done();
          });

  @ParameterizedTest
  @ValueSource(strings = {"every", "one"})
  void hintStartsTaskOnAnotherNodeLongBeforeThePoll(String mode) throws Exception {
    KafkaTriggers from = mode(mode).build();
    KafkaTriggers to = mode(mode).build();
    try (Baton adds = node(from, RARELY);
        Baton runs = node(to, RARELY, quick)) {
      warmUp(adds, to);
      List<Long> nanos = new ArrayList<>();
      for (int number = 0; number < TASKS; number++) {
        UUID id =
            adds.tasks().add(TaskRequest.of(TaskType.of("QUICK")).key("k" + number % 7)).taskId();
        long added = System.nanoTime();
        Waiting.until("the task starts", () -> starts.containsKey(id));
        nanos.add(starts.get(id) - added);
      }
      Collections.sort(nanos);
      System.out.printf(
          "kafka (to %s node): %d tasks, commit -> start on the other node p50 %.1f ms, p99 %.1f"
              + " ms%n",
          mode, TASKS, millis(nanos, 50), millis(nanos, 99));
      // A few tasks may wait for a poll, but not all of them.
      assertThat(millis(nanos, 50)).isLessThan(5_000);
      assertThat(this.runs.values()).containsOnly(1);
    }
  }

  @Test
  @Tag("deep")
  void taskHintedToFullNodeRunsOnAnother() throws Exception {
    CountDownLatch blocks = new CountDownLatch(1);
    CountDownLatch full = new CountDownLatch(1);
    TaskDefinition<?, ?> blocking =
        RawDefinition.of(
            "BLOCKING",
            attempt -> {
              full.countDown();
              blocks.await();
              return Outcome.done();
            });
    KafkaTriggers toFull = mode("one").build();
    Duration usual = NodeSettings.defaults().poll();
    // The node is in no group. Each of the two other nodes has one partition.
    try (Baton adds = node(TestBroker.channel("nodes-one").build(), usual);
        Baton fullNode = start(toFull, NodeSettings.defaults().maxRunning(1), blocking, quick);
        Baton free = node(mode("one").build(), usual, quick)) {
      adds.tasks().add(TaskRequest.of(TaskType.of("BLOCKING")));
      Waiting.forLatch("the node is full", full);
      long before = toFull.counts().received();
      List<UUID> ids = new ArrayList<>();
      long first = System.nanoTime();
      // Adds until the full node gets hints too. While the group forms, it may get none.
      Waiting.until(
          "the full node receives hints",
          () -> {
            ids.add(
                adds.tasks()
                    .add(TaskRequest.of(TaskType.of("QUICK")).key("k" + ids.size() % 20))
                    .taskId());
            return ids.size() >= 100 && toFull.counts().received() > before;
          });
      Waiting.until("all run elsewhere", () -> starts.keySet().containsAll(ids));
      System.out.printf(
          "kafka (to one node): %d tasks, half of them hinted to a full node, all started after %d"
              + " ms%n",
          ids.size(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - first));
      assertThat(fullNode.slotsInUse()).isOne();
      blocks.countDown();
    }
  }

  @Test
  @Tag("deep")
  void missingBrokerDelaysNoTaskAndHintsResumeAfterwards() throws Exception {
    KafkaTriggers from = TestBroker.channel("away").build();
    KafkaTriggers to = TestBroker.channel("away").build();
    KafkaTriggers late = TestBroker.channel("away").build();
    Duration poll = Duration.ofMillis(500);
    try (LogLines log = new LogLines();
        Baton adds = node(from, poll);
        Baton runs = node(to, poll, quick)) {
      warmUp(adds, to);
      TestBroker.KAFKA.kill();
      log.await("doesn't respond");
      try (Baton startedMeanwhile = node(late, poll, quick)) {
        long begin = System.nanoTime();
        for (int number = 0; number < 1_000; number++) {
          adds.tasks().add(TaskRequest.of(TaskType.of("QUICK")));
        }
        // If they waited for Kafka, each would take a second or more.
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(60));
        Waiting.until("polls find all tasks", () -> store.live().isEmpty());

        TestBroker.KAFKA.restart();
        warmUp(adds, to);
        warmUp(adds, late);
        Waiting.until("all have run", () -> store.live().isEmpty());
      }
      assertThat(this.runs.values()).containsOnly(1);
      assertThat(log.with("doesn't respond")).hasSize(3);
      assertThat(log.with("responds again")).hasSize(3);
    } catch (Throwable failure) {
      // Later tests need the broker.
      TestBroker.KAFKA.restart();
      throw failure;
    }
  }

  /** Adds tasks until their hints arrive. */
  private static void warmUp(Baton adds, KafkaTriggers to) {
    long before = to.counts().received();
    Waiting.until(
        "hints arrive",
        () -> {
          adds.tasks().add(TaskRequest.of(TaskType.of("QUICK")));
          return to.counts().received() > before;
        });
  }

  private static KafkaTriggers.Builder mode(String mode) {
    KafkaTriggers.Builder builder = TestBroker.channel("nodes-" + mode);
    return mode.equals("one")
        ? builder.toOneNode("nodes").consumer(Map.of("heartbeat.interval.ms", 200))
        : builder.toEveryNode();
  }

  private Baton node(KafkaTriggers channel, Duration poll, TaskDefinition<?, ?>... definitions) {
    return start(channel, NodeSettings.defaults().poll(poll), definitions);
  }

  private Baton start(
      KafkaTriggers channel, NodeSettings settings, TaskDefinition<?, ?>... definitions) {
    return Baton.builder(Stores.of(store))
        .transactions(new MemoryTransactions(store))
        .leadership(leadership)
        .settings(s -> settings)
        .channel(channel)
        .define(definitions)
        .start();
  }

  private static double millis(List<Long> sorted, int percent) {
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100)) / 1e6;
  }
}
