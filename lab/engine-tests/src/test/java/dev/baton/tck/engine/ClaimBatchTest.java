package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.cluster.BucketOptions;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.limit.Booking;
import dev.baton.limit.Limit;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.core.TaskClaims.ClaimRequest;
import dev.baton.task.Rule;
import dev.baton.task.row.Task;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a backlog that is claimed batch by batch. */
final class ClaimBatchTest {
  private static final String BUCKET = "claim-batch";

  private static final Duration RENEWED_SELDOM = Duration.ofMinutes(5);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger booked = new AtomicInteger();
  private final TaskDefinition<?, ?> quick =
      RawDefinition.of(
              "T",
              attempt -> {
                started.incrementAndGet();
                return Outcome.done();
              })
          .limits(
              Limit.custom(
                  candidate -> {
                    booked.incrementAndGet();
                    return Booking.held(booked::decrementAndGet);
                  }));
  private volatile UUID mostUrgent = new UUID(0, 0);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereOneFailsTheOtherCountsAndNothingIsKept(boolean theFirstFails) throws Exception {
    AtomicInteger failures = new AtomicInteger();
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            if (requests.size() == 2
                && isFirst(requests) == theFirstFails
                && failures.getAndIncrement() == 0) {
              throw new StoreUnavailableException("away for once");
            }
            return super.claim(owner, lease, requests);
          }
        };
    try (TestNode node = claimedInBatches(link, 4)) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 4);
      assertThat(failures).hasPositiveValue();
      assertThat(started).hasValue(4);
      node.assertNothingLeft();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tasksClaimedDuringTheStopAreReleased(AtTheStop what) throws Exception {
    CountDownLatch firstBegan = new CountDownLatch(1);
    CountDownLatch mayBeAnswered = new CountDownLatch(1);
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            firstBegan.countDown();
            await(mayBeAnswered);
            if (what == AtTheStop.BREAKS) {
              throw new AssertionError("broken");
            }
            return super.claim(owner, lease, requests);
          }
        };
    NodeRuntime runtime = what == AtTheStop.IS_LATE ? new Impatient() : new LivedRuntime();
    try (TestNode node = claimedInBatches(link, 4, runtime)) {
      await(firstBegan);
      assertThat(booked).hasValue(2);
      CompletableFuture<Void> stop = CompletableFuture.runAsync(node.baton::close);
      Waiting.until("the bucket has stopped", () -> !node.baton.isBucketRunning(BUCKET));
      if (what == AtTheStop.IS_LATE) {
        Waiting.until("no loop is waited for", () -> ((Impatient) runtime).gaveUp);
      }
      mayBeAnswered.countDown();
      stop.get(10, TimeUnit.SECONDS);
      assertThat(started).hasValue(0);
      assertThat(booked).hasValue(0);
      node.assertNothingLeft();
    }
  }

  /** The result of a claim that is being made at the stop. */
  private enum AtTheStop {
    IS_ANSWERED,
    IS_LATE,
    BREAKS
  }

  /** Does not wait for the thread that claims. */
  private static final class Impatient extends LivedRuntime {
    private volatile boolean gaveUp;

    @Override
    public Worker start(String name, Runnable body) {
      Worker worker = super.start(name, body);
      if (!name.startsWith("baton-dispatcher-")) {
        return worker;
      }
      return new Worker() {
        @Override
        public void interrupt() {
          worker.interrupt();
        }

        @Override
        public boolean join(Duration timeout) {
          gaveUp = true;
          return false;
        }
      };
    }
  }

  private boolean isFirst(List<ClaimRequest> requests) {
    return requests.stream().anyMatch(request -> request.id().equals(mostUrgent));
  }

  /** Claims tasks of as many priorities, which one look finds, in batches of two. */
  private TestNode claimedInBatches(StoreWrapper link, int tasks) {
    return claimedInBatches(link, tasks, new LivedRuntime());
  }

  private TestNode claimedInBatches(StoreWrapper link, int tasks, NodeRuntime runtime) {
    TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(stores -> stores.tasks(link))
                    .runtime(runtime)
                    .settings(s -> TestNode.QUICK.lease(RENEWED_SELDOM))
                    .define(quick)
                    .bucket(BucketOptions.named(BUCKET).claimBatch(2).startedByHand()));
    mostUrgent = node.add(TaskRequest.of(TaskType.of("T")).bucket(BUCKET).priority(1));
    for (int priority = 2; priority <= tasks; priority++) {
      node.add(TaskRequest.of(TaskType.of("T")).bucket(BUCKET).priority(priority));
    }
    node.baton.startBucket(BUCKET);
    return node;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
