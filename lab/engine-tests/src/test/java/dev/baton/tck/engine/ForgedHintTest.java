package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeSettings;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.limit.Booking;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import dev.baton.task.Flow;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.NewTask;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.MemoryTriggerChannel;
import dev.baton.tck.MemoryTriggerHub;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests forged hints. A sender of hints may write anything into them. A task runs as its row says,
 * within the limits of its row, whatever a hint says.
 */
final class ForgedHintTest {
  private static final int TASKS = 40;
  private static final NodeSettings HARDLY_POLLING =
      TestNode.QUICK.poll(Duration.ofMinutes(1)).sweep(Duration.ofMinutes(1));

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryTriggerHub hub = new MemoryTriggerHub();
  private final CountDownLatch looked = new CountDownLatch(1);
  private final StoreWrapper tellsOfLooks =
      new StoreWrapper(store) {
        @Override
        public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
          List<Candidate> read = super.scan(bucket, after, limit);
          if (bucket.equals("default")) {
            looked.countDown();
          }
          return read;
        }
      };

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  /** A field in which a hint differs from the row. */
  @SuppressWarnings("ImmutableEnumChecker") // each value has its own limit
  private enum Forged {
    TYPE(Limit.node(1)),
    KEY(Limit.node(1).perKey()),
    PRIORITY(Limit.node(1).extra(20).forPriorityUpTo(2)),
    BUCKET(Limit.node(1)),
    TYPE_OF_THE_CLUSTER(Limit.cluster("of-one", 1));

    private final Limit limit;

    Forged(Limit limit) {
      this.limit = limit;
    }

    Candidate of(Candidate truth, int number) {
      Flow flow = truth.flow();
      return switch (this) {
        case TYPE, TYPE_OF_THE_CLUSTER -> with(truth, new Flow("FREE", flow.key()), 5, "default");
        case KEY -> with(truth, new Flow("T", "forged-" + number), 5, "default");
        case PRIORITY -> with(truth, flow, 0, "default");
        case BUCKET -> with(truth, flow, 5, "other");
      };
    }

    private static Candidate with(Candidate truth, Flow flow, int priority, String bucket) {
      return new Candidate(truth.id(), truth.version(), bucket, flow, priority, truth.arrivedAt());
    }
  }

  @ParameterizedTest
  @EnumSource
  void forgedHintRunsNoTaskBeyondItsLimitAndCountsNoAttempt(Forged forged) throws Exception {
    try (TestNode node = node(forged.limit, forged == Forged.BUCKET)) {
      publish(addUnheard(), forged);
      if (forged == Forged.BUCKET) {
        node.events.await(NodeEvent.LocalDispatchReleased.class, event -> true, TASKS);
        assertThat(store.live())
            .hasSize(TASKS)
            .allSatisfy(task -> assertThat(task.position().attempts()).isZero());
        node.baton.startBucket("default");
      }
      Waiting.until("all are done", () -> store.live().isEmpty());
      assertThat(node.events.all(NodeEvent.LocalDispatchReleased.class)).isNotEmpty();
      assertThat(most).hasValue(1);
      assertThat(store.finished())
          .hasSize(TASKS)
          .allSatisfy(
              task -> {
                assertThat(task.attempts()).isEqualTo(1);
                assertThat(task.losses()).isZero();
              });
      node.assertNothingLeft();
    }
  }

  @Test
  void taskOfAnUnknownTypeClaimedByAForgedHintIsReleased() throws Exception {
    try (TestNode node =
        TestNode.on(
            store, b -> common(b).define(RawDefinition.of("FREE", attempt -> Outcome.done())))) {
      looked.await();
      publish(addUnheard(), Forged.TYPE);
      node.events.await(NodeEvent.LocalDispatchReleased.class, event -> true, TASKS);
      node.assertNothingLeft();
      assertThat(store.live())
          .hasSize(TASKS)
          .extracting(Task::position)
          .allSatisfy(position -> assertThat(position.attempts()).isZero());
    }
  }

  /** A hint with the wrong flow, whose limit is full, must not hide its task from the next look. */
  @Test
  void lookFindsATaskWhoseHintNamesAFullFlow() throws Exception {
    TaskDefinition<?, ?> full =
        RawDefinition.of("FULL", attempt -> Outcome.done())
            .limits(Limit.custom(candidate -> Booking.typeFull("full for ever")));
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                common(b)
                    .settings(s -> TestNode.QUICK)
                    .define(full, RawDefinition.of("T", attempt -> Outcome.done())))) {
      looked.await();
      publish(
          addUnheard().stream()
              .map(
                  one ->
                      new Candidate(
                          one.id(), 1_000, "default", new Flow("FULL", ""), 5, Instant.MAX))
              .toList());
      Waiting.until("all are done", () -> store.live().isEmpty());
      node.assertNothingLeft();
    }
  }

  private List<Candidate> addUnheard() throws Exception {
    List<NewTask> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(TaskDraft.ready("T").withKey("k").build());
    }
    new MemoryTransactions(store).call(transaction -> store.insert(transaction, tasks));
    return store.live().stream().map(Task::candidate).toList();
  }

  /** Returns a node that has looked, and won't look again for long. */
  private TestNode node(Limit limit, boolean startedByHand) throws Exception {
    BucketOptions own = BucketOptions.named("default");
    TestNode node =
        TestNode.on(
            store,
            b ->
                common(b)
                    .bucket(startedByHand ? own.startedByHand() : own)
                    .bucket(BucketOptions.named("other"))
                    .define(
                        RawDefinition.of("T", attempt -> counted()).limits(limit),
                        RawDefinition.of("FREE", attempt -> Outcome.done())));
    if (!startedByHand) {
      looked.await();
    }
    return node;
  }

  private Baton.Builder common(Baton.Builder builder) {
    return builder
        .stores(stores -> stores.tasks(tellsOfLooks))
        .channel(hub.channel())
        .settings(s -> HARDLY_POLLING);
  }

  private Outcome<?> counted() throws InterruptedException {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    // Long enough to run in parallel with a task that should wait.
    boolean never = new CountDownLatch(1).await(3, TimeUnit.MILLISECONDS);
    running.decrementAndGet();
    assertThat(never).isFalse();
    return Outcome.done();
  }

  private void publish(List<Candidate> ready, Forged forged) {
    List<Candidate> lies = new ArrayList<>();
    for (Candidate one : ready) {
      lies.add(forged.of(one, lies.size()));
    }
    publish(lies);
  }

  private void publish(List<Candidate> hints) {
    try (MemoryTriggerChannel stranger = hub.channel()) {
      stranger.open(List.of(), some -> {});
      stranger.publish(hints);
    }
  }
}
