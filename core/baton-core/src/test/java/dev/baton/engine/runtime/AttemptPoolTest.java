package dev.baton.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AttemptPoolTest {
  private static final int MAX_THREADS = 8;

  private final AttemptPool pool = new AttemptPool(new CleanThreads(), MAX_THREADS);

  @Test
  void poolRunsUpToItsLimitAtOnce() throws Exception {
    for (int round = 0; round < 50; round++) {
      // Each attempt waits for all the others.
      CyclicBarrier together = new CyclicBarrier(MAX_THREADS);
      CountDownLatch ended = new CountDownLatch(MAX_THREADS);
      for (int i = 0; i < MAX_THREADS; i++) {
        pool.start(
            "one",
            () -> {
              await(together);
              ended.countDown();
            });
      }
      ended.await();
    }
  }

  @Test
  void excessAttemptsRunAfterwards() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch ended = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      pool.start(
          "one",
          () -> {
            threads.add(Thread.currentThread());
            ended.countDown();
          });
    }
    ended.await();
    assertThat(threads).hasSizeLessThanOrEqualTo(MAX_THREADS);
  }

  @Test
  void singleAttemptAlwaysRuns() throws Exception {
    // The last thread may be about to end at this moment.
    for (int i = 0; i < 20_000; i++) {
      CountDownLatch ended = new CountDownLatch(1);
      pool.start("one", ended::countDown);
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void throwingBodyDoesNotAffectOthers() throws Exception {
    CountDownLatch ended = new CountDownLatch(MAX_THREADS);
    for (int i = 0; i < MAX_THREADS; i++) {
      pool.start(
          "one",
          () -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, why) -> ended.countDown());
            throw new AssertionError("broken on purpose");
          });
    }
    ended.await();
    poolRunsUpToItsLimitAtOnce();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
