package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Limit;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.LiveAndFinished;
import dev.baton.task.Bytes;
import dev.baton.task.Rule;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Transition;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests how many tasks with large payloads a node holds at a time. */
final class LargePayloadTest {
  private static final int TASKS = 40;
  private static final int PAYLOAD = 30_000;
  private static final int MEBIBYTES = 12;

  /** A tenth of it is for tasks: three of them, and a part of the fourth. */
  private static final long HEAP = 10L * 100_000;

  private static final int IF_UNKNOWN = 8;

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final AtomicInteger held = new AtomicInteger();
  private final List<Integer> heldAfterClaims = Collections.synchronizedList(new ArrayList<>());

  private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());

  /** Counts the tasks that were claimed and haven't ended yet. */
  private final StoreWrapper link =
      new StoreWrapper(store) {
        @Override
        public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
          List<Task> claimed = super.claim(owner, lease, requests);
          heldAfterClaims.add(held.addAndGet(claimed.size()));
          sizes.add(claimed.size());
          return claimed;
        }

        @Override
        public List<Verdict> tryApply(List<Transition> transitions) {
          held.addAndGet(-transitions.size());
          return real.tryApply(transitions);
        }

        @Override
        public List<Boolean> apply(List<Transition> transitions) {
          held.addAndGet(-transitions.size());
          return super.apply(transitions);
        }
      };

  @Test
  void tasksHeldByANodeFitIntoATenthOfItsHeap() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client())) {
      TaskRequest<?, ?> large =
          TaskType.of("LARGE", Bytes.class).with(Bytes.of("x".repeat(PAYLOAD)));
      for (int i = 0; i < TASKS; i++) {
        client.add(large);
      }
    }
    TaskDefinition<?, ?> definition = RawDefinition.of("LARGE", attempt -> Outcome.done());
    try (TestNode node =
        TestNode.on(
            store,
            b -> b.stores(s -> s.tasks(link)).runtime(new SmallMachine()).define(definition))) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, TASKS);
      node.assertNothingLeft();
    }
    assertThat(heldAfterClaims.get(0)).as("their size isn't known").isLessThanOrEqualTo(IF_UNKNOWN);
    assertThat(heldAfterClaims.stream().skip(1)).as("%s", heldAfterClaims).allMatch(n -> n <= 4);
  }

  /** A claim that returns nothing doesn't show the size, and the tasks behind it must not wait. */
  @Test
  void claimsGrowWhileTheyFindOnlyLockedTasksOfUnknownSize() throws Exception {
    List<Integer> claimed = Collections.synchronizedList(new ArrayList<>());
    StoreWrapper locked =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            claimed.add(requests.size());
            return claimed.size() < 4 ? List.of() : super.claim(owner, lease, requests);
          }
        };
    try (TestNode client = TestNode.on(store, b -> b.client())) {
      for (int i = 0; i < TASKS; i++) {
        client.add(TaskRequest.of(TaskType.of("T")));
      }
    }
    TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());
    try (TestNode node =
        TestNode.on(store, b -> b.stores(s -> s.tasks(locked)).define(definition))) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, TASKS);
    }
    assertThat(claimed.subList(0, 3)).containsExactly(1, 8, 16);
  }

  /** Results that aren't written yet use memory as payloads do. */
  @Test
  void unwrittenResultsCountAsHeldBytes() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Gate writes = new Gate();
    AtomicInteger polls = new AtomicInteger();
    StoreWrapper slow =
        new StoreWrapper(store) {
          @Override
          public List<Verdict> tryApply(List<Transition> transitions) {
            writes.passStubbornly();
            return real.tryApply(transitions);
          }

          @Override
          public List<Candidate> scan(String bucket, @Nullable Candidate after, int limit) {
            polls.incrementAndGet();
            return real.scan(bucket, after, limit);
          }
        };
    TaskDefinition<?, ?> definition =
        RawDefinition.of(
                "LARGE",
                attempt -> {
                  runs.incrementAndGet();
                  return Outcome.done(Bytes.of("x".repeat(PAYLOAD)));
                })
            .limits(Limit.node(2));
    try (TestNode node =
        TestNode.on(
            store,
            b -> b.stores(s -> s.tasks(slow)).runtime(new SmallMachine()).define(definition))) {
      for (int i = 0; i < TASKS; i++) {
        node.add(TaskRequest.of(TaskType.of("LARGE")));
      }
      writes.awaitArrivals(1);
      int before = polls.get();
      Waiting.until("the node polls", () -> polls.get() > before + 3);
      assertThat(runs).hasValueLessThan(IF_UNKNOWN);
      writes.open();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, TASKS);
      node.assertNothingLeft();
    }
  }

  @Test
  void largeTasksThatUseAllTheRoomDelayNoSmallOne() throws Exception {
    CountDownLatch small = new CountDownLatch(TASKS);
    TaskDefinition<?, ?> large =
        RawDefinition.of(
            "LARGE",
            attempt -> {
              assertThat(small.await(1, TimeUnit.MINUTES)).isTrue();
              return Outcome.done();
            });
    TaskDefinition<?, ?> other =
        RawDefinition.of(
            "SMALL",
            attempt -> {
              small.countDown();
              return Outcome.done();
            });
    try (TestNode client = TestNode.on(store, b -> b.client());
        TestNode node =
            TestNode.on(
                store,
                b ->
                    b.stores(s -> s.tasks(link))
                        .runtime(new SmallMachine())
                        .define(large, other))) {
      for (int i = 0; i < TASKS; i++) {
        client.add(TaskType.of("LARGE", Bytes.class).with(Bytes.of("x".repeat(PAYLOAD))));
      }
      node.events.await(TaskEvent.Started.class, event -> true, 3);
      for (int i = 0; i < TASKS; i++) {
        client.add(TaskType.of("SMALL", Bytes.class).with(Bytes.of("x")));
      }
      assertThat(small.await(30, TimeUnit.SECONDS)).isTrue();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 2 * TASKS);
      node.assertNothingLeft();
    }
  }

  @Test
  void waitForRoomAsksNoLimitAgain() throws Exception {
    Gate ends = new Gate();
    TaskDefinition<?, ?> large = gated("LARGE", ends);
    TaskDefinition<?, ?> keyed = gated("KEYED", ends).limits(Limit.node(1).perKey());
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.settings(s -> TestNode.QUICK.poll(Duration.ofMinutes(1)))
                    .runtime(new SmallMachine())
                    .define(large, keyed))) {
      for (int i = 0; i < 2; i++) {
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("KEYED")).key("k")));
      }
      for (int i = 0; i < TASKS; i++) {
        node.add(
            withoutLocalDispatch(
                TaskType.of("LARGE", Bytes.class).with(Bytes.of("x".repeat(PAYLOAD)))));
      }
      ends.awaitArrivals(4);
      node.events.await(NodeEvent.Refused.class, event -> event.flow().type().equals("KEYED"));
      int before = node.events.all(NodeEvent.Refused.class).size();
      long later = LivedTime.CLOCK.nanoTime() + Duration.ofMillis(500).toNanos();
      Waiting.until("many waits for room end", () -> LivedTime.CLOCK.nanoTime() > later);
      assertThat(node.events.all(NodeEvent.Refused.class)).hasSizeLessThan(before + 5);
      ends.open();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, TASKS + 2);
      node.assertNothingLeft();
    }
  }

  private static TaskDefinition<?, ?> gated(String type, Gate gate) {
    return RawDefinition.of(
        type,
        attempt -> {
          gate.pass();
          return Outcome.done();
        });
  }

  @Test
  void awaitedResultsAreReadAFewAtATime() throws Exception {
    TaskType<Bytes, Bytes> large = TaskType.of("LARGE", Bytes.class, Bytes.class);
    TaskDefinition<?, ?> definition =
        TaskDefinition.of(large).handler((payload, attempt) -> payload);
    List<UUID> ids = new ArrayList<>();
    try (TestNode node = TestNode.on(store, b -> b.define(definition))) {
      for (int i = 0; i < TASKS; i++) {
        ids.add(node.add(large.with(Bytes.of("x".repeat(PAYLOAD)))));
      }
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, TASKS);
    }
    List<Integer> read = Collections.synchronizedList(new ArrayList<>());
    StoreWrapper counting =
        new StoreWrapper(store) {
          @Override
          public LiveAndFinished liveAndFinished(Set<UUID> asked) {
            LiveAndFinished found = real.liveAndFinished(asked);
            read.add(found.finished().size());
            return found;
          }
        };
    try (TestNode client =
        TestNode.on(
            store, b -> b.stores(s -> s.tasks(counting)).runtime(new SmallMachine()).client())) {
      List<CompletableFuture<Bytes>> results =
          ids.stream().map(id -> client.baton.tasks().handle(large, id).result()).toList();
      for (CompletableFuture<Bytes> result : results) {
        assertThat(result.get(20, TimeUnit.SECONDS).length()).isEqualTo(PAYLOAD);
      }
    }
    assertThat(read.get(0)).as("their size isn't known").isLessThanOrEqualTo(IF_UNKNOWN);
    assertThat(read.stream().skip(1)).as("%s", read).allMatch(count -> count <= 4);
  }

  @Test
  void aClaimHasAtMostFourMebibytesOfKnownSize() throws Exception {
    try (TestNode client = TestNode.on(store, b -> b.client())) {
      for (int i = 0; i < MEBIBYTES; i++) {
        client.add(TaskType.of("LARGE", Bytes.class).with(Bytes.of("x".repeat(1 << 20))));
      }
    }
    TaskDefinition<?, ?> definition = RawDefinition.of("LARGE", attempt -> Outcome.done());
    try (TestNode node = TestNode.on(store, b -> b.stores(s -> s.tasks(link)).define(definition))) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, MEBIBYTES);
      node.assertNothingLeft();
    }
    assertThat(sizes.get(0)).as("its size isn't known").isOne();
    assertThat(sizes).as("%s", sizes).allMatch(size -> size <= 4).contains(4);
  }

  private static final class SmallMachine extends LivedRuntime {
    @Override
    public long maxHeapBytes() {
      return HEAP;
    }
  }
}
