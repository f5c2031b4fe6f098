package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.BucketOptions;
import dev.baton.api.Limit;
import dev.baton.api.Outcome;
import dev.baton.api.StoreUnavailableException;
import dev.baton.api.TaskDefinition;
import dev.baton.api.TaskEvent;
import dev.baton.api.TaskRequest;
import dev.baton.spi.TaskStore.ClaimRequest;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More than a batch is claimed as two at a time, while others are started. */
final class TwoClaimsTest {
  private static final String BUCKET = "two-claims";

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

  @Test
  void whatIsBeingClaimedAsTheNodeStopsIsRunToItsEnd() throws Exception {
    CountDownLatch bothBegan = new CountDownLatch(2);
    CountDownLatch dispatcherEnded = new CountDownLatch(1);
    StoreWrapper link =
        new StoreWrapper(store) {
          @Override
          public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
            bothBegan.countDown();
            await(dispatcherEnded);
            return super.claim(owner, lease, requests);
          }
        };
    try (TestNode node = claimedByTwo(link, 4)) {
      await(bothBegan);
      assertThat(isAlive("baton-dispatcher-" + BUCKET)).isTrue();
      CompletableFuture<Void> stop = CompletableFuture.runAsync(node.baton::close);
      Waiting.until("the dispatcher has ended", () -> !isAlive("baton-dispatcher-" + BUCKET));
      dispatcherEnded.countDown();
      stop.get(10, TimeUnit.SECONDS);
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
    TestNode node =
        TestNode.on(
            store,
            b ->
                b.stores(stores -> stores.tasks(link))
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
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
