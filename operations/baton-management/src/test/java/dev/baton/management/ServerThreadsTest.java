package dev.baton.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which connection is closed if new callers need a thread. */
class ServerThreadsTest {
  private static final int THREADS = 256;

  private final ServerThreads threads = new ServerThreads();
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    threads.close();
  }

  @Test
  void slowReaderIsKeptWhileThreadsAreIdle() throws Exception {
    startAllThreads();
    CompletableFuture<Boolean> isCutOff = slowReader();
    for (int i = 0; i < 1_000; i++) {
      CompletableFuture<Void> quick = new CompletableFuture<>();
      threads.execute(() -> quick.complete(null));
      quick.get(10, TimeUnit.SECONDS);
    }
    end.countDown();
    assertThat(isCutOff.get(10, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void slowestReaderIsCutOffIfAllThreadsAreBusy() throws Exception {
    CompletableFuture<Boolean> slowest = slowReader();
    for (int i = 0; i < THREADS - 1; i++) {
      slowReader();
    }
    CompletableFuture<Void> another = new CompletableFuture<>();
    threads.execute(() -> another.complete(null));
    another.get(10, TimeUnit.SECONDS);
    assertThat(slowest.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void runningRequestIsNotCutOff() throws Exception {
    List<CompletableFuture<Boolean>> answered = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      answered.add(started(threads::goesOn));
    }
    CompletableFuture<Void> another = new CompletableFuture<>();
    threads.execute(() -> another.complete(null));
    end.countDown();
    another.get(10, TimeUnit.SECONDS);
    for (CompletableFuture<Boolean> one : answered) {
      assertThat(one.get(10, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void slowSenderOrReaderIsCutOffToo() throws Exception {
    Runnable waitsAgain =
        () -> {
          threads.goesOn();
          threads.waits();
        };
    CompletableFuture<Boolean> slowest = started(waitsAgain);
    for (int i = 0; i < THREADS - 1; i++) {
      started(waitsAgain);
    }
    CompletableFuture<Void> another = new CompletableFuture<>();
    threads.execute(() -> another.complete(null));
    another.get(10, TimeUnit.SECONDS);
    assertThat(slowest.get(10, TimeUnit.SECONDS)).isTrue();
  }

  /** After this, every connection goes through the queue, even if a thread is idle. */
  private void startAllThreads() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      threads.execute(
          () -> {
            all.countDown();
            isInterrupted(all);
          });
    }
    assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Returns when the thread has begun to read. */
  private CompletableFuture<Boolean> slowReader() throws Exception {
    return started(() -> {});
  }

  /** Runs the action on a thread. Returns when the thread has run it and waits. */
  private CompletableFuture<Boolean> started(Runnable first) throws Exception {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Boolean> isCutOff = new CompletableFuture<>();
    threads.execute(
        () -> {
          first.run();
          begun.complete(null);
          isCutOff.complete(isInterrupted(end));
        });
    begun.get(10, TimeUnit.SECONDS);
    return isCutOff;
  }

  private static boolean isInterrupted(CountDownLatch latch) {
    try {
      latch.await();
      return false;
    } catch (InterruptedException cutOff) {
      return true;
    }
  }
}
