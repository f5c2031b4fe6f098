package dev.baton.tck.engine;

import static dev.baton.api.internal.RequestFields.withoutLocalDispatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Booking;
import dev.baton.limit.BookingPolicy;
import dev.baton.limit.Limit;
import dev.baton.limit.internal.RefusedSlot;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.core.ReadyTasks.FetchRequest;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Rule;
import dev.baton.task.row.Candidate;
import dev.baton.task.row.Task;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests what a node's looks find without a hint. */
final class ScanTest {
  @Test
  void nextLookFindsAnUrgentTaskForAFullLookAhead() throws Exception {
    Set<Integer> offered = new ConcurrentSkipListSet<>();
    BookingPolicy closed =
        candidate -> {
          offered.add(candidate.priority());
          return new RefusedSlot(RefusedSlot.Scope.TYPE, null, "closed");
        };
    TaskDefinition<?, ?> never =
        RawDefinition.of("T", attempt -> Outcome.done()).limits(Limit.custom(closed));
    BucketOptions narrow = BucketOptions.named("default").lookAhead(4, 8);
    try (TestNode node = TestNode.start(b -> b.define(never).bucket(narrow));
        TestNode elsewhere = TestNode.on(node.store, b -> b)) {
      for (int i = 0; i < 10; i++) {
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T")).priority(5)));
      }
      node.events.await(NodeEvent.LookAheadFull.class, event -> true);
      elsewhere.add(TaskRequest.of(TaskType.of("T")).priority(1));
      Waiting.until("the urgent task is offered", () -> offered.contains(1));
    }
  }

  @Test
  void nextLookFindsTasksThatAreOlderThanTheClaimedOnes() throws Exception {
    TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());
    try (TestNode node = TestNode.start(b -> b.define(definition));
        TestNode elsewhere = TestNode.on(node.store, b -> b)) {
      // No hint reaches the node, so a look finds the task, and fetches begin there from now on.
      node.completed(elsewhere.add(TaskRequest.of(TaskType.of("T"))), Rule.FINISH);
      List<TaskDraft> late =
          List.of(TaskDraft.ready("T"), TaskDraft.ready("T"), TaskDraft.ready("T"));
      node.transactions.call(
          transaction ->
              node.store.insert(transaction, late.stream().map(TaskDraft::build).toList()));
      for (TaskDraft draft : late) {
        node.completed(draft.id(), Rule.FINISH);
      }
    }
  }

  @Test
  void shortFlowsAreScannedAndNotFetched() throws Exception {
    UnreliableStore link = drained(200, 5);
    assertThat(link.calls(UnreliableStore.Verb.FIRST_OF_EACH_FLOW)).isZero();
    // If a page ends inside a flow, the rest of the flow is fetched. Pages are of 64, 128, 256, 512
    // and 1,000.
    assertThat(link.fetched()).hasSizeBetween(1, 4);
  }

  @Test
  void longFlowsAreScannedForTheirFirstTaskAndFetched() throws Exception {
    UnreliableStore link = drained(30, 40);
    assertThat(link.calls(UnreliableStore.Verb.FIRST_OF_EACH_FLOW)).isEqualTo(1);
    assertThat(link.fetched()).hasSize(30);
  }

  @Test
  void nothingIsReadWithoutRoomForIt() throws Exception {
    UnreliableStore link =
        drained(100, 300, BucketOptions.named("default").lookAhead(2_400, 10_000));
    assertThat(link.answered()).isBetween(29_000, 36_000);
  }

  @Test
  void readsOfManyFlowsAreLimitedByTheRoom() throws Exception {
    UnreliableStore link =
        drained(1_000, 20, BucketOptions.named("default").lookAhead(2_400, 5_000));
    assertThat(link.answered()).isBetween(19_000, 24_000);
  }

  @Test
  void whereThereIsNoRoomWhatIsBeingClaimedIsNotReadAgainAndAgain() throws Exception {
    Booking refused = new RefusedSlot(RefusedSlot.Scope.TYPE, null, "closed");
    TaskDefinition<?, ?> never =
        RawDefinition.of("NEVER", attempt -> Outcome.done())
            .limits(Limit.custom(candidate -> refused));
    TaskDefinition<?, ?> open =
        RawDefinition.of("T", attempt -> Outcome.done()).limits(Limit.none());
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    Gate answered = new Gate();
    AtomicInteger claims = new AtomicInteger();
    AtomicInteger fetches = new AtomicInteger();
    StoreWrapper slow =
        new StoreWrapper(store) {
          @Override
          public List<Candidate> fetch(String bucket, List<FetchRequest> flows, int limit) {
            fetches.incrementAndGet();
            return super.fetch(bucket, flows, limit);
          }

          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            claims.incrementAndGet();
            answered.passStubbornly();
            return super.claim(owner, lease, requests);
          }
        };
    BucketOptions full = BucketOptions.named("default").lookAhead(2, 2).claimBatch(1);
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.define(never)
                    .define(open)
                    .bucket(full)
                    .stores(stores -> stores.tasks(slow))
                    .settings(s -> TestNode.QUICK.poll(Duration.ofSeconds(2))))) {
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("NEVER"))));
      node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("NEVER"))));
      for (int i = 0; i < 6; i++) {
        node.add(withoutLocalDispatch(TaskRequest.of(TaskType.of("T"))));
      }
      Waiting.until("a claim is running", () -> claims.get() == 1);
      int before = fetches.get();
      Thread.sleep(200);
      assertThat(fetches.get() - before).isLessThan(20);
      answered.open();
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 6);
    }
  }

  private static UnreliableStore drained(int flows, int tasksOfEach) throws Exception {
    return drained(flows, tasksOfEach, BucketOptions.named("default"));
  }

  /** Returns the access to a store whose tasks one look found and which have run. */
  private static UnreliableStore drained(int flows, int tasksOfEach, BucketOptions bucket)
      throws Exception {
    MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
    TestNode.addUnheard(store, flows, tasksOfEach);
    UnreliableStore link = new UnreliableStore(store);
    TaskDefinition<?, ?> definition = RawDefinition.of("T", attempt -> Outcome.done());
    try (TestNode node =
        TestNode.on(
            store,
            b ->
                b.define(definition)
                    .bucket(bucket)
                    .stores(stores -> stores.tasks(link))
                    .settings(s -> TestNode.QUICK.poll(Duration.ofMinutes(1))))) {
      Waiting.until("all have run", () -> store.live().isEmpty());
      node.assertNothingLeft();
    }
    return link;
  }
}
