package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.BucketOptions;
import dev.baton.api.Limit;
import dev.baton.api.Outcome;
import dev.baton.api.StoreUnavailableException;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskEvent;
import dev.baton.api.TaskRequest;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.TaskStore.ClaimRequest;
import dev.baton.task.Incarnation;
import dev.baton.task.Rule;
import dev.baton.task.Task;
import dev.baton.testkit.MemoryTaskStore;
import dev.baton.testkit.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** More than a batch is claimed as two at a time, while others are started. */
final class TwoClaimsTest {
  private static final String BUCKET = "two-claims";

  private static final Duration RENEWED_SELDOM = Duration.ofMinutes(5);

  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final AtomicInteger started = new AtomicInteger();
  private final TaskDefinition quick =
      TaskDefinition.of(
              "T",
              attempt -> {
                started.incrementAndGet();
                return Outcome.done();
              })
          .concurrency(Limit.none());
  private volatile UUID mostUrgent = new UUID(0, 0);

  @Test
  void theSecondWaitsForTheStartOfTheFirst() throws Exception {
    CountDownLatch secondIsAnswered = new CountDownLatch(1);
    AtomicInteger startedBefore = new AtomicInteger();
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            boolean first = isFirst(requests);
            if (first) {
              await(secondIsAnswered);
              startedBefore.set(started.get());
            }
            List<Task> claimed = super.claim(owner, lease, requests);
            if (!first) {
              secondIsAnswered.countDown();
            }
            return claimed;
          }
        };
    try (TestNode node = claimedByTwo(link, 4)) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 4);
      assertThat(startedBefore).hasValue(0);
      node.assertNothingLeft();
    }
  }

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
    try (TestNode node = claimedByTwo(link, 4)) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 4);
      assertThat(failures).hasPositiveValue();
      assertThat(started).hasValue(4);
      node.assertNothingLeft();
    }
  }

  @Test
  void aThirdBeginsWhileTheSecondIsUnderWay() throws Exception {
    CountDownLatch thirdBegan = new CountDownLatch(1);
    AtomicInteger claims = new AtomicInteger();
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            if (claims.incrementAndGet() > 2) {
              thirdBegan.countDown();
            } else if (!isFirst(requests)) {
              await(thirdBegan);
            }
            return super.claim(owner, lease, requests);
          }
        };
    try (TestNode node = claimedByTwo(link, 6)) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 6);
      assertThat(claims).hasValue(3);
      node.assertNothingLeft();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsBeingClaimedAsTheNodeStopsIsNotKept(AtTheStop what) throws Exception {
    CountDownLatch bothBegan = new CountDownLatch(2);
    CountDownLatch dispatcherEnded = new CountDownLatch(1);
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            bothBegan.countDown();
            await(dispatcherEnded);
            if (what == AtTheStop.BREAKS) {
              throw new AssertionError("broken");
            }
            return super.claim(owner, lease, requests);
          }
        };
    NodeRuntime runtime = what == AtTheStop.IS_LATE ? new Impatient() : new LivedRuntime();
    try (TestNode node = claimedByTwo(link, 4, runtime)) {
      await(bothBegan);
      assertThat(isAlive("baton-dispatcher-" + BUCKET)).isTrue();
      CompletableFuture<Void> stop = CompletableFuture.runAsync(node.baton::close);
      Waiting.until("the dispatcher has ended", () -> !isAlive("baton-dispatcher-" + BUCKET));
      if (what == AtTheStop.IS_LATE) {
        Waiting.until("no loop is waited for", () -> ((Impatient) runtime).gaveUp);
      }
      dispatcherEnded.countDown();
      stop.get(10, TimeUnit.SECONDS);
      assertThat(started).hasValue(0);
      node.assertNothingLeft();
    }
  }

  /** What becomes of the claims that are under way then. */
  private enum AtTheStop {
    IS_ANSWERED,
    IS_LATE,
    BREAKS
  }

  /** Waits for no thread that claims. */
  private static final class Impatient extends LivedRuntime {
    private volatile boolean gaveUp;

    @Override
    public Worker start(String name, Runnable body) {
      Worker worker = super.start(name, body);
      if (!name.startsWith("baton-claimer-")) {
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

  @Test
  void theLostAnswerOfTheSecondIsMendedThoughTheFirstIsUnderWay() throws Exception {
    CountDownLatch secondIsLost = new CountDownLatch(1);
    CountDownLatch lookedFor = new CountDownLatch(1);
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            List<Task> claimed = super.claim(owner, lease, requests);
            if (secondIsLost.getCount() == 0) {
              return claimed;
            }
            if (isFirst(requests)) {
              await(secondIsLost);
              // Too soon: the second is still held, as far as this node knows.
              waitFor(lookedFor, Duration.ofMillis(200));
              return claimed;
            }
            secondIsLost.countDown();
            throw new StoreUnavailableException("the answer is lost");
          }

          @Override
          public List<Task> heldBy(Incarnation node, @Nullable UUID after, int limit) {
            List<Task> held = super.heldBy(node, after, limit);
            if (secondIsLost.getCount() == 0) {
              lookedFor.countDown();
            }
            return held;
          }
        };
    try (TestNode node = claimedByTwo(link, 4)) {
      node.events.await(TaskEvent.Completed.class, event -> event.rule() == Rule.FINISH, 4);
      assertThat(started).hasValue(4);
      node.assertNothingLeft();
    }
  }

  private static boolean isAlive(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(one -> one.getName().equals(thread));
  }

  private boolean isFirst(List<ClaimRequest> requests) {
    return requests.stream().anyMatch(request -> request.id().equals(mostUrgent));
  }

  /** Tasks of as many priorities, found by one look, in batches of two. */
  private TestNode claimedByTwo(StoreWrapper link, int tasks) {
    return claimedByTwo(link, tasks, new LivedRuntime());
  }

  private TestNode claimedByTwo(StoreWrapper link, int tasks, NodeRuntime runtime) {
    TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(stores -> stores.tasks(link))
                    .runtime(runtime)
                    .settings(TestNode.QUICK.lease(RENEWED_SELDOM))
                    .define(quick)
                    .bucket(BucketOptions.named(BUCKET).claimBatch(2).startedByHand()));
    mostUrgent = node.add(TaskRequest.of("T").bucket(BUCKET).priority(1));
    for (int priority = 2; priority <= tasks; priority++) {
      node.add(TaskRequest.of("T").bucket(BUCKET).priority(priority));
    }
    node.baton.startBucket(BUCKET);
    return node;
  }

  private static void await(CountDownLatch latch) {
    assertThat(waitFor(latch, Duration.ofSeconds(10))).isTrue();
  }

  private static boolean waitFor(CountDownLatch latch, Duration longest) {
    try {
      return latch.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
